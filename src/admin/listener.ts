import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'lossless-json';
import { createBadRequest, SimulatorError, writeError } from '../engine/interface/errors.js';
import { getHeader, sandboxHeader } from '../engine/interface/headers.js';
import { readSandboxFromKey, selectSandbox } from '../engine/sandbox/selection.js';
import { getOrigin } from '../http/check-head.js';
import { toSimulatorError } from '../http/errors.js';
import { readTarget } from '../http/read-request.js';
import { shareTurn } from '../turn.js';
import { checkCoding, readBody } from './body.js';
import { type AdminRequest, findRouteKind, RawBody } from './call.js';
import { checkAccess, type GuardOptions } from './guard.js';
import type { Admin, AdminReply } from './router.js';
import { SlicedStream } from './sliced-stream.js';
import { Queue } from './slots.js';

/** What the admin interface needs from the simulator. */
export interface AdminServerContext extends GuardOptions {
  /** All keys that the service accepts. */
  readonly apiKey: readonly string[];
  /** Loads the admin interface at its first call. */
  readonly loadAdmin: () => Promise<Admin>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

const json = 'application/json';

function send(
  response: ServerResponse,
  status: number,
  type: string,
  content: string | Uint8Array,
) {
  const length = Buffer.byteLength(content);
  // Headers that were set before stay, such as Allow.
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length }).end(content);
}

/** What reading a body throws when the client goes away. */
const goneCodes = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/** The refusal for anything that is thrown while a request is handled. */
function toRefusal(error: unknown): SimulatorError {
  if (error instanceof URIError) {
    return createBadRequest(
      'The path has a % without a percent-encoding (RFC 3986, 2.1). Send %25 for a % itself.',
    );
  }
  const { code } = Object(error) as NodeJS.ErrnoException;
  return goneCodes.includes(code ?? '')
    ? createBadRequest('The body ended before its length. Send all of it.')
    : toSimulatorError(error);
}

export function sendRefusal(response: ServerResponse, error: unknown): void {
  const { code, message, status } = toRefusal(error);
  send(response, status, json, writeError(code, message, status));
}

/** Answers GET and HEAD with a text, OPTIONS with the methods, and all others with 405. */
export function serveText(
  { method }: IncomingMessage,
  response: ServerResponse,
  type: string,
  text: string,
  status = 200,
): void {
  if (method === 'GET' || method === 'HEAD') {
    send(response, status, type, text);
    return;
  }
  response.setHeader('Allow', 'GET, HEAD, OPTIONS');
  if (method === 'OPTIONS') {
    response.writeHead(204).end();
  } else {
    const message = 'This path is read-only. Use GET or HEAD.';
    sendRefusal(response, new SimulatorError('method_not_allowed', message));
  }
}

const adminPath = /^(?:\/sandboxes\/([^/]+))?\/__admin(?=\/|$)/i;

/** Whether a path belongs to the admin interface: `/__admin/rules`, `/sandboxes/a/__admin/rules`. */
export function isAdminPath(path: string): boolean {
  return adminPath.test(path);
}

function readKey(authorization: string | undefined, apiKeys: readonly string[]) {
  try {
    return readSandboxFromKey(authorization, apiKeys);
  } catch {
    // The admin interface requires no key, so an invalid one does no harm.
    return undefined;
  }
}

/**
 * Reads a request up to its body.
 *
 * @throws {SimulatorError} when it selects two sandboxes
 */
function readHead(
  request: IncomingMessage,
  response: ServerResponse,
  { apiKey: apiKeys, stopping }: AdminServerContext,
): Omit<AdminRequest, 'body'> {
  const target = readTarget(request);
  const [prefix = '', pathName] = adminPath.exec(target.path) ?? [];
  const header = (field: string) => getHeader(request.rawHeaders, field);
  const query = new URLSearchParams(target.query);
  // A parameter that is sent twice selects no sandbox: the joined names are not a legal one.
  const queryName = query.has('sandbox') ? query.getAll('sandbox').join(' and ') : undefined;
  query.delete('sandbox');
  const sandbox = selectSandbox({
    key: readKey(header('authorization'), apiKeys),
    path: pathName === undefined ? undefined : decodeURIComponent(pathName),
    header: header(sandboxHeader.toLowerCase()),
    query: queryName,
  });
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return {
    method: request.method ?? 'GET',
    path: target.path.slice(prefix.length),
    query,
    sandbox,
    signal: controller.signal,
    stopping,
    origin: getOrigin(request),
    header,
  };
}

/** Ends a stream of events, which has no end, when the reader ends its side of the connection. */
function endWithReader({ socket }: IncomingMessage, response: ServerResponse, stream: Readable) {
  const end = () => stream.destroy();
  if (socket.readableEnded) {
    end();
  } else {
    socket.once('end', end);
    response.once('close', () => socket.off('end', end));
  }
}

function toStream(content: Exclude<RawBody['content'], Uint8Array>): Readable {
  if (content instanceof Readable) {
    return content;
  }
  return Symbol.iterator in content ? SlicedStream.create(content) : Readable.from(content);
}

function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, allow, value }: AdminReply,
): void {
  // What only the token may read must not stay in a cache, which doesn't know that header.
  response.setHeader('Cache-Control', 'no-store');
  if (allow !== undefined) {
    response.setHeader('Allow', allow);
  }
  if (value === undefined) {
    response.writeHead(status).end();
  } else if (!(value instanceof RawBody)) {
    // Integers that a double can't hold keep their digits.
    send(response, status, json, stringify(value) as string);
  } else if (value.content instanceof Uint8Array) {
    send(response, status, value.type, value.content);
  } else {
    response.writeHead(status, { 'Content-Type': value.type });
    const stream = toStream(value.content);
    if (request.method === 'HEAD') {
      stream.destroy();
      response.end();
    } else {
      if (value.type === 'text/event-stream') {
        endWithReader(request, response, stream);
      }
      // Ends when the client goes away or is cut off, which is no error.
      pipeline(stream, response, () => {});
    }
  }
}

/** Limits how many snapshots are read at a time; the others wait unread, which takes no memory. */
const snapshots = new Queue(4);
/** Limits how many moments are kept in memory until they are read: the pets of each may be others. */
const listings = new Queue(4);
/** The same for pages of pets: most of them are small, and don't wait for whole lists. */
const pages = new Queue(16);

/** Enters a queue, and leaves it when the response is sent, or its client left. */
async function enterUntilSent(queue: Queue, { signal }: Pick<AdminRequest, 'signal'>) {
  const leave = await queue.enter();
  if (signal.aborted) {
    leave();
  } else {
    signal.addEventListener('abort', leave);
  }
}

/** Creates the reply; none when the client left while it waited for its place. */
async function handleRequest(
  request: IncomingMessage,
  head: Omit<AdminRequest, 'body'>,
  loadAdmin: AdminServerContext['loadAdmin'],
): Promise<AdminReply | undefined> {
  const kind = findRouteKind(head.method, head.path);
  if (kind !== 'streamed') {
    const body = await readBody(request);
    const admin = await loadAdmin();
    if (kind === 'listing') {
      await enterUntilSent(head.query.has('limit') ? pages : listings, head);
      if (head.signal.aborted) {
        return undefined;
      }
    }
    await shareTurn();
    return admin.handle({ ...head, body });
  }
  checkCoding(request);
  const leave = await snapshots.enter();
  try {
    const admin = await loadAdmin();
    // The rest of a refused body is dropped after the response, which needs the connection.
    return await admin.handle({ ...head, body: request.iterator({ destroyOnReturn: false }) });
  } finally {
    leave();
  }
}

/** Published documents, readable for everybody who may call the service. */
const publicPath = /^\/(?:openapi\.json|contracts(?:\/.*)?)\/?$/;

async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: AdminServerContext,
): Promise<void> {
  const head = readHead(request, response, context);
  const isPublic = publicPath.test(head.path);
  if (!isPublic) {
    checkAccess(request, context);
  }
  if (head.path === '/openapi.json') {
    const { document } = await import('./generated/document.js');
    serveText(request, response, json, JSON.stringify(document));
    return;
  }
  const reply = await handleRequest(request, head, context.loadAdmin);
  if (reply !== undefined) {
    sendReply(request, response, reply);
  }
}

/** The admin interface over HTTP; without Express, whose loading would stop everybody for long. */
export function createAdminListener(context: AdminServerContext): RequestListener {
  return (request, response) => {
    serveRequest(request, response, context).catch((error) => sendRefusal(response, error));
  };
}
