import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Router,
} from 'express';
import { suggest } from '../base/nearest.js';
import { packageRoot, readVersion } from '../base/package-root.js';
import { attempt, decodeUtf8, quote } from '../base/text.js';
import { createBadRequest, SimulatorError } from '../document/errors.js';
import type { ServiceRequest } from '../document/message.js';
import { readSandboxFromKey, selectSandbox } from '../engine/admit.js';
import type { ResolvedOptions } from '../options/table.js';
import { type Admin, routeTable } from './admin/admin.js';
import { type AdminOperation, adminPaths, splitRoute } from './admin/paths.js';
import { checkAccess } from './guard.js';
import type { ServerInfo } from './listen.js';
import { getOrigin } from './read-request.js';
import { sendError, sendText, serveText, watchClient } from './respond.js';

export interface AppOptions extends ServerInfo, ResolvedOptions {
  readonly admin: Admin;
  /** True while the sandboxes are within reach. */
  readonly isReady: () => boolean;
  /** Called with requests that miss the service, such as those without `/v1`, and the message of the response. */
  readonly onUnrouted: (request: ServiceRequest & { readonly unrouted: string }) => void;
}

const json = 'application/json';

/** The admin interface requires no key, so an invalid one does no harm. */
const readAdminKey = ({ headers }: Request, apiKeys: readonly string[]) =>
  attempt(() => readSandboxFromKey(headers.authorization, apiKeys));

function serveOperation(
  operation: AdminOperation,
  status: number,
  options: AppOptions,
): RequestHandler {
  const { apiKey, admin, stopping } = options;
  return async (request, response) => {
    const { sandbox: pathName, ...inPath } = request.params as Record<string, string>;
    const sandbox = selectSandbox(readAdminKey(request, apiKey), pathName);
    const parameters = { ...request.query, ...inPath };
    const body = decodeUtf8(request.body);
    if (body === undefined) {
      throw createBadRequest('The body must be UTF-8.');
    }
    const call = { operation, sandbox, parameters, body };
    const text = await admin(call, watchClient(response, stopping));
    if (text === '') {
      response.writeHead(204).end();
    } else {
      sendText(response, status, json, text);
    }
  };
}

const contracts = fileURLToPath(new URL('contracts/', packageRoot));

/** Adds published documents, readable for everybody who may call the service. */
function addAdminDocuments(router: Router): void {
  router.all('/openapi.json', async (_request, response) => {
    const { createDocument } = await import('./admin/document.js');
    serveText(response, json, JSON.stringify(createDocument(readVersion())));
  });
  router.all('/contracts', async (request, response) => {
    const names = (await readdir(contracts)).filter((name) => name.endsWith('.json')).sort();
    const address = `${getOrigin(request.headers, request.socket)}/__admin/contracts/`;
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

/** A router at its end continues by the global `setImmediate`, which tests fake, so each handles its errors. */
export const onError: ErrorRequestHandler = (error, _request, response, _next) =>
  sendError(response, error);

/** The admin interface over HTTP, below `/__admin` and `/sandboxes/<name>/__admin`. */
export function createAdminRouter(options: AppOptions): Router {
  const router = express.Router({ mergeParams: true });
  router.use((_request, response, next) => {
    // Caches don't know the token's header, so they must not keep the response.
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  addAdminDocuments(router);
  router.use((request, _response, next) => {
    checkAccess(request, options);
    next();
  });
  for (const [name, route] of Object.entries(routeTable)) {
    const { status = 200, maxBody: limit = '1mb' } = route;
    const operation = name as AdminOperation;
    const [method, path] = splitRoute(operation);
    const readBytes = express.raw({ type: () => true, inflate: false, limit });
    const add = method.toLowerCase() as 'get';
    // `/rules/{id}` is `/rules/:id`.
    const expressPath = path.replace(/\{(\w+)\}/g, ':$1');
    router[add](expressPath, readBytes, serveOperation(operation, status, options));
  }
  const calls = Object.values(adminPaths).map((call) => call.replace(' ', ' /__admin'));
  router.use(({ method, path }) => {
    const advice = suggest(`${method} /__admin${path}`, calls);
    const message = `${method} ${quote(`/__admin${path}`)} is not a call of the simulator. The calls are ${calls.join(', ')}.${advice}`;
    throw new SimulatorError('not_found', message);
  });
  router.use(onError);
  return router;
}
