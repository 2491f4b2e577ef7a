import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { createBadRequest, SimulatorError } from '../document/errors.js';
import { quote } from '../document/format.js';
import { readSandboxFromKey, selectSandbox } from '../engine/admit.js';
import { packageRoot, readVersion } from '../options/package-root.js';
import type { Admin } from './admin/admin.js';
import { type AdminOperation, adminPaths, getStatus, splitRoute } from './admin/paths.js';
import { checkAccess, type GuardOptions, getOrigin } from './guard.js';
import { sendText, serveText } from './respond.js';

/** What the admin interface needs of a server. */
export interface AdminRouterOptions extends GuardOptions {
  /** All keys that the service accepts. */
  readonly apiKeys: readonly string[];
  readonly admin: Admin;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

const json = 'application/json';
const operations = Object.keys(adminPaths) as AdminOperation[];

/** The size of a body, in bytes. */
const maxBody = 1024 ** 2;
/** That of a snapshot. */
const maxSnapshot = 256 * 1024 ** 2;

/** @throws {SimulatorError} when a body is no UTF-8 */
function readText({ body }: Request): string {
  if (!Buffer.isBuffer(body)) {
    return '';
  }
  if (!isUtf8(body)) {
    throw createBadRequest('The body must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
  return body.toString();
}

function readKey({ headers }: Request, apiKeys: readonly string[]): string | undefined {
  try {
    return readSandboxFromKey(headers.authorization, apiKeys);
  } catch {
    // The admin interface requires no key, so an invalid one does no harm.
    return undefined;
  }
}

/** `/rules/{id}` is `/rules/:id`. */
const toExpressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function serveOperation(operation: AdminOperation, options: AdminRouterOptions): RequestHandler {
  const { apiKeys, admin, stopping } = options;
  return async (request, response) => {
    const { sandbox: pathName, ...inPath } = request.params as Record<string, string>;
    const sandbox = selectSandbox(readKey(request, apiKeys), pathName);
    const parameters = { ...request.query, ...inPath };
    const call = { operation, sandbox, parameters, body: readText(request) };
    const text = await admin(call, stopping);
    if (text === '') {
      response.writeHead(204).end();
    } else {
      sendText(response, getStatus(operation), json, text);
    }
  };
}

/** Answers OPTIONS, and refuses other methods. */
function refuseMethod(path: string, methods: readonly string[]): RequestHandler {
  // Whatever can be read has HEAD too (RFC 9110, 9.3.2).
  const allow = [...methods, 'OPTIONS'].join(', ').replace('GET', 'GET, HEAD');
  return ({ method }, response) => {
    response.setHeader('Allow', allow);
    if (method !== 'OPTIONS') {
      throw new SimulatorError(
        'method_not_allowed',
        `/__admin${path} does not allow ${method}. Allowed methods: ${allow}.`,
      );
    }
    response.writeHead(204).end();
  };
}

const contracts = fileURLToPath(new URL('contracts/', packageRoot));

/** Adds published documents, readable for everybody who may call the service. */
function addDocuments(router: Router): void {
  router.all('/openapi.json', async (_request, response) => {
    const { createDocument } = await import('./admin/document.js');
    serveText(response, json, JSON.stringify(createDocument(readVersion())));
  });
  router.all('/contracts', async (request, response) => {
    const names = (await readdir(contracts)).filter((name) => name.endsWith('.json')).sort();
    const address = `${getOrigin(request)}/__admin/contracts/`;
    const listed = names.map((name) => ({ name, url: address + name }));
    serveText(response, json, JSON.stringify({ contracts: listed }));
  });
  // Byte for byte, for the URL source of any Pact verifier.
  router.use('/contracts', express.static(contracts, { cacheControl: false, index: false }));
  router.use('/contracts', () => {
    const message = 'There is no such contract. GET /__admin/contracts lists all contracts.';
    throw new SimulatorError('not_found', message);
  });
}

/** The admin interface over HTTP, below `/__admin` and `/sandboxes/<name>/__admin`. */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const router = express.Router({ mergeParams: true });
  router.use((_request, response, next) => {
    // What only the token may read must not stay in a cache, which doesn't know that header.
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  addDocuments(router);
  router.use((request, _response, next) => {
    checkAccess(request, options);
    next();
  });
  const paths = new Map<string, string[]>();
  for (const operation of operations) {
    const [method, path] = splitRoute(operation);
    paths.set(path, [...(paths.get(path) ?? []), method]);
    const limit = operation === 'writeState' ? maxSnapshot : maxBody;
    const readBytes = express.raw({ type: () => true, inflate: false, limit });
    const add = method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete';
    router[add](toExpressPath(path), readBytes, serveOperation(operation, options));
  }
  for (const [path, methods] of paths) {
    router.all(toExpressPath(path), refuseMethod(path, methods));
  }
  const known = [...paths.keys()].map((path) => `/__admin${path}`).join(', ');
  router.use(({ path }) => {
    const message = `${quote(`/__admin${path}`)} is not a path of the simulator. The paths are ${known}.`;
    throw new SimulatorError('not_found', message);
  });
  return router;
}
