import { pipeline, Readable } from 'node:stream';
import express, { type Request, type Response, Router } from 'express';
import { stringify } from 'lossless-json';
import { SimulatorError, writeError } from '../engine/interface/errors.js';
import { quote } from '../engine/interface/format.js';
import { sandboxHeader } from '../engine/interface/headers.js';
import { readSandboxFromKey, selectSandbox } from '../engine/sandbox/selection.js';
import { type AdminRequest, isStreamed, type RawBody } from './call.js';
import { document } from './generated/document.js';
import { checkAccess, type GuardOptions } from './guard.js';
import type { Admin, AdminReply } from './router.js';

/** What the admin interface needs from the simulator. */
export interface AdminServerContext extends GuardOptions {
  /** All keys that the service accepts. */
  readonly apiKey: readonly string[];
  /** Loads the admin interface at its first call. */
  readonly loadAdmin: () => Promise<Admin>;
}

const maxBody = '256mb';

export function sendError(response: Response, error: SimulatorError): void {
  const { code, message, status } = error;
  response
    .status(status)
    .type('application/json')
    .send(writeError(code, message, status));
}

/** Answers OPTIONS, and 405 to every method but GET and HEAD. */
export function readOnly(router: Pick<Router, 'options' | 'all'>, paths: string[]): void {
  router.options(paths, (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS').status(204).end();
  });
  router.all(paths, (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS');
    const message = 'This path is read-only. Use GET or HEAD.';
    sendError(response, new SimulatorError('method_not_allowed', message));
  });
}

function readKey(authorization: string | undefined, apiKeys: readonly string[]) {
  try {
    return readSandboxFromKey(authorization, apiKeys);
  } catch {
    // The admin interface requires no key, so an invalid one does no harm.
    return undefined;
  }
}

/** The name in `/sandboxes/<name>/__admin`, which Express finds in any letter case. */
function readPathName(path: string): string | undefined {
  const name = /^\/sandboxes\/([^/]+)\/__admin(?:\/|$)/i.exec(path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** The path below `/__admin`. */
function readAdminPath({ baseUrl, path }: Request): string {
  return (baseUrl + path).replace(/^.*?\/__admin/i, '');
}

function isStreamedRequest(request: Request): boolean {
  return isStreamed(request.method, readAdminPath(request).replace(/\/$/, ''));
}

function decodeBody(body: unknown): string {
  try {
    return body instanceof Uint8Array ? new TextDecoder('utf-8', { fatal: true }).decode(body) : '';
  } catch {
    throw new SimulatorError('bad_request', 'The body must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
}

/** @throws {SimulatorError} when the body of a stream is compressed; body parsers check theirs */
function checkCoding(request: Request): void {
  const coding = request.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new SimulatorError(
      'unsupported_media_type',
      `The content coding ${quote(coding)} can't be read. Send the body without Content-Encoding.`,
    );
  }
}

/** @throws {SimulatorError} when the request selects two sandboxes, or its body isn't UTF-8 */
function readRequest(
  request: Request,
  response: Response,
  apiKeys: readonly string[],
): AdminRequest {
  const path = request.baseUrl + request.path;
  const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
  // A parameter that is sent twice selects no sandbox: the joined names are not a legal one.
  const name = query.has('sandbox') ? query.getAll('sandbox').join(' and ') : undefined;
  query.delete('sandbox');
  const sandbox = selectSandbox({
    key: readKey(request.get('authorization'), apiKeys),
    path: readPathName(path),
    header: request.get(sandboxHeader),
    query: name,
  });
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return {
    method: request.method,
    path: readAdminPath(request),
    query,
    sandbox,
    // What is left of a stream is dropped after the response, which needs the connection.
    body: isStreamedRequest(request)
      ? request.iterator({ destroyOnReturn: false })
      : decodeBody(request.body),
    signal: controller.signal,
    header: (field) => request.get(field),
  };
}

function sendRaw(response: Response, { type, content }: RawBody): void {
  response.type(type);
  if (!(content instanceof Readable)) {
    response.send(content);
    return;
  }
  response.set('Cache-Control', 'no-store');
  if (response.req.method === 'HEAD') {
    content.destroy();
    response.end();
  } else {
    // Ends when the client goes away or is cut off, which is no error.
    pipeline(content, response, () => {});
  }
}

function sendReply(response: Response, { status, allow, value, raw }: AdminReply): void {
  response.status(status);
  if (allow !== undefined) {
    response.set('Allow', allow);
  }
  if (raw !== undefined) {
    sendRaw(response, raw);
  } else if (value === undefined) {
    response.end();
  } else {
    // Integers that a double can't hold keep their digits.
    response.type('application/json').send(stringify(value));
  }
}

/** The admin interface over HTTP, at `/__admin`. */
export function adminRouter(context: AdminServerContext): Router {
  const router = Router();
  const handle = async (request: Request, response: Response) => {
    const admin = await context.loadAdmin();
    sendReply(response, await admin.handle(readRequest(request, response, context.apiKey)));
  };
  // Published documents, readable for everybody who may call the service.
  router.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  readOnly(router, ['/openapi.json']);
  router.use('/contracts', handle);
  router.use((request, _response, next) => {
    checkAccess(request, context);
    next();
  });
  const readBody = express.raw({ type: () => true, limit: maxBody, inflate: false });
  router.use((request, response, next) => {
    if (isStreamedRequest(request)) {
      checkCoding(request);
      next();
    } else {
      readBody(request, response, next);
    }
  }, handle);
  return router;
}
