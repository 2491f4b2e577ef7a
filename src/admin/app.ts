import { readFile } from 'node:fs/promises';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { document } from '../engine/generated/document.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { toSimulatorError } from '../http/errors.js';
import type { EventLoopDelay } from '../http/event-loop-delay.js';
import { readTarget } from '../http/read-request.js';
import { packageRoot } from '../package-root.js';
import { type AdminServerContext, adminRouter, readOnly, sendError } from './express.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);

const documentPaths = ['/health', '/openapi.json', '/openapi.yaml'];
const adminPaths = ['/__admin/openapi.json', '/__admin/contracts/'];

const formatLanding = (origin: string) => `This is animal-store-simulator.

The service      ${origin}/v1/pets (with a bearer key)
A sandbox        ${origin}/sandboxes/<name>/v1/pets
Health           ${origin}/health
Its interface    ${origin}/openapi.json or ${origin}/openapi.yaml
Its contracts    ${origin}/__admin/contracts/
Admin interface  ${origin}/__admin/openapi.json
`;

/** What Express and its body parsers throw for a request that they refuse. */
interface RequestError extends Error {
  readonly status: number;
  readonly type?: string;
  readonly limit?: number;
}

function isRequestError(error: unknown): error is RequestError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function describeRequestError({ message, type, limit }: RequestError): string {
  switch (type) {
    case 'entity.too.large':
      return `The body must be at most ${limit} bytes. Send a smaller one.`;
    case 'encoding.unsupported':
      return `The body can't be read: ${message}. Send it without Content-Encoding.`;
    default:
      return `The request can't be read: ${message}. Check its path, headers and body.`;
  }
}

const codesByStatus = { 413: 'payload_too_large', 415: 'unsupported_media_type' } as const;

/** The refusal that stands for anything thrown on the way of a request. */
function toRefusal(error: unknown): SimulatorError {
  if (error instanceof SimulatorError) {
    return error;
  }
  if (error instanceof URIError) {
    return new SimulatorError(
      'bad_request',
      'The path has a % without a percent-encoding (RFC 3986, 2.1). Send %25 for a % itself.',
    );
  }
  if (isRequestError(error)) {
    const code = codesByStatus[error.status as keyof typeof codesByStatus] ?? 'bad_request';
    return new SimulatorError(code, describeRequestError(error));
  }
  return toSimulatorError(error);
}

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  sendError(response, toRefusal(error));
};

/** A request for a path that the server doesn't have. */
interface MissedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The message of the response. */
  readonly message: string;
}

/** What the app needs from the simulator. */
interface AppContext extends AdminServerContext {
  /** Called with requests that miss the service, such as those without `/v1`. */
  readonly onMissed: (request: MissedRequest) => void;
  readonly readEventLoopDelay: () => EventLoopDelay;
}

/** What browsers request from any server by themselves. */
const browserPath = /^\/(?:favicon\.ico|apple-touch-icon[^/]*|robots\.txt|\.well-known\/.*)$/;

/** Everything that the server has beside the service: the admin interface, documents, health. */
export function createApp(context: AppContext): Express {
  const app = express();
  app.disable('x-powered-by');
  // First: pages may read the documents below, but not this.
  app.use(['/__admin', '/sandboxes/:sandbox/__admin'], adminRouter(context));
  app.use((_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    next();
  });
  app.get('/', (request, response) => {
    const origin = `http://${request.headers.host ?? 'localhost'}`;
    response.type('text/plain').send(formatLanding(origin));
  });
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok', eventLoopDelay: context.readEventLoopDelay() });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  app.get('/openapi.yaml', async (_request, response) => {
    response.type('application/yaml').send(await readFile(yaml, 'utf8'));
  });
  readOnly(app, ['/', ...documentPaths]);
  app.use((request, response) => {
    const { method, path } = request;
    const message =
      `${JSON.stringify(path)} is not a path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, or in a sandbox at /sandboxes/<name>/v1/pets. Other paths are ' +
      `${[...documentPaths, ...adminPaths].join(', ')}.`;
    if (!browserPath.test(path)) {
      context.onMissed({ method, path, query: readTarget(request).query, message });
    }
    sendError(response, new SimulatorError('not_found', message));
  });
  app.use(onError);
  return app;
}
