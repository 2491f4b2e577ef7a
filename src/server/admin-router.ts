import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { stringify } from 'lossless-json';
import { createBadRequest, SimulatorError } from '../document/errors.js';
import { quote } from '../document/format.js';
import { readSandboxFromKey, selectSandbox } from '../engine/admit.js';
import { formatSnapshot } from '../engine/format-snapshot.js';
import type { Snapshot } from '../engine/snapshot.js';
import { readVersion } from '../options/package-root.js';
import type { Admin } from './admin/admin.js';
import { type AdminOperation, adminPaths, getStatus, splitRoute } from './admin/paths.js';
import { addContracts } from './contract-files.js';
import { checkAccess, type GuardOptions } from './guard.js';
import { sendRefusal, sendText, serveText } from './respond.js';

/** What the admin interface needs of a server. */
export interface AdminRouterOptions extends GuardOptions {
  /** All keys that the service accepts. */
  readonly apiKeys: readonly string[];
  /** Loads the admin interface at its first call. */
  readonly loadAdmin: () => Promise<Admin>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

const json = 'application/json';
const operations = Object.keys(adminPaths) as AdminOperation[];

/** The size of a body, in bytes. */
const maxBody = 1024 ** 2;
/** That of a snapshot. */
const maxSnapshot = 256 * 1024 ** 2;

const readBytes = (limit: number) => express.raw({ type: () => true, inflate: false, limit });

/** @throws {SimulatorError} when a body is no UTF-8, or a header names another charset */
function readText({ body, headers }: Request): string {
  if (!Buffer.isBuffer(body)) {
    return '';
  }
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new SimulatorError(
      'unsupported_media_type',
      `The body must be UTF-8, as JSON is (RFC 8259, 8.1); got charset=${charset}. Send charset=utf-8, or leave it out.`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw createBadRequest('The body must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
}

/** @throws {SimulatorError} when a parameter was sent more than once */
function readQuery({ originalUrl }: Request): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(originalUrl.split('?').slice(1).join('?'))) {
    if (Object.hasOwn(query, name)) {
      throw createBadRequest(`The query parameter ${name} was sent more than once. Send it once.`);
    }
    query[name] = value;
  }
  return query;
}

function readKey({ headers }: Request, apiKeys: readonly string[]): string | undefined {
  try {
    return readSandboxFromKey(headers.authorization, apiKeys);
  } catch {
    // The admin interface requires no key, so an invalid one does no harm.
    return undefined;
  }
}

/** Aborted when the client goes away, or the server stops. */
function createSignal(response: Response, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, stopping]);
}

/** `/rules/{id}` is `/rules/:id`. */
const toExpressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  sendRefusal(response, error);
};

function serveOperation(operation: AdminOperation, options: AdminRouterOptions): RequestHandler {
  const { apiKeys, loadAdmin, stopping } = options;
  return async (request, response) => {
    const { sandbox: pathName, ...parameters } = request.params as Record<string, string>;
    const sandbox = selectSandbox(readKey(request, apiKeys), pathName);
    const text = readText(request);
    const query = readQuery(request);
    // Loaded when needed: a start does without schemas.
    const [{ readInput }, admin] = await Promise.all([
      import('./admin/read-input.js'),
      loadAdmin(),
    ]);
    const input = readInput(operation, { ...query, ...parameters }, text);
    const signal = createSignal(response, stopping);
    const value = await admin.call(operation, sandbox, input as never, signal);
    if (value === undefined) {
      response.writeHead(204).end();
    } else if (operation === 'readState') {
      sendText(response, 200, json, formatSnapshot(value as Snapshot));
    } else {
      // Integers that a double can't hold keep their digits.
      const body = typeof value === 'string' ? value : (stringify(value) as string);
      sendText(response, getStatus(operation), json, body);
    }
  };
}

/** Whatever can be read has HEAD too (RFC 9110, 9.3.2). */
function formatAllow(methods: readonly string[]): string {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...allowed, 'OPTIONS'].join(', ');
}

function refuseMethod(path: string, methods: readonly string[]): RequestHandler {
  const allow = formatAllow(methods);
  return ({ method }, response) => {
    response.setHeader('Allow', allow);
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    throw new SimulatorError(
      'method_not_allowed',
      `/__admin${path} does not allow ${method}. Allowed methods: ${allow}.`,
    );
  };
}

/** Published documents, readable for everybody who may call the service. */
const publicPath = /^\/(?:openapi\.json|contracts(?:\/.*)?)\/?$/;

/** The admin interface over HTTP, below `/__admin` and `/sandboxes/<name>/__admin`. */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const router = express.Router({ mergeParams: true });
  router.use((request, response, next) => {
    // What only the token may read must not stay in a cache, which doesn't know that header.
    response.setHeader('Cache-Control', 'no-store');
    if (!publicPath.test(request.path)) {
      checkAccess(request, options);
    }
    next();
  });
  router.all('/openapi.json', async (_request, response) => {
    const { createDocument } = await import('./admin/document.js');
    serveText(response, json, JSON.stringify(createDocument(readVersion())));
  });
  addContracts(router);
  const methodsByPath = new Map<string, string[]>();
  for (const operation of operations) {
    const { method, path } = splitRoute(operation);
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
    const limit = operation === 'writeState' ? maxSnapshot : maxBody;
    const add = method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    router[add](toExpressPath(path), readBytes(limit), serveOperation(operation, options));
  }
  for (const [path, methods] of methodsByPath) {
    router.all(toExpressPath(path), refuseMethod(path, methods));
  }
  const known = [...methodsByPath.keys()].map((path) => `/__admin${path}`).join(', ');
  router.use(({ path }) => {
    const message = `${quote(`/__admin${path}`)} is not a path of the simulator. The paths are ${known}.`;
    throw new SimulatorError('not_found', message);
  });
  router.use(onError);
  return router;
}
