import { readFile } from 'node:fs/promises';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { document } from '../engine/generated/document.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { getOrigin } from '../http/check-head.js';
import { readTarget } from '../http/read-request.js';
import { packageRoot } from '../package-root.js';
import { addConsole } from './console.js';
import { addDocs } from './docs.js';
import type { GuardOptions } from './guard.js';
import { healthPaths } from './health.js';
import { sendRefusal, serveText } from './listener.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);

const documentPaths = ['/docs', ...healthPaths, '/openapi.json', '/openapi.yaml'];
const adminPaths = ['/__admin/openapi.json', '/__admin/contracts/'];

const formatLanding = (
  origin: string,
) => `This is animal-store-simulator. Open ${origin}/ in a browser to see its traffic.

The service      ${origin}/v1/pets (with a bearer key)
A sandbox        ${origin}/sandboxes/<name>/v1/pets
Health           ${origin}/health
Its interface    ${origin}/docs, ${origin}/openapi.json or ${origin}/openapi.yaml
Its contracts    ${origin}/__admin/contracts/
Admin interface  ${origin}/__admin/openapi.json
`;

/** A request for a path that the server doesn't have. */
interface MissedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The message of the response. */
  readonly message: string;
}

/** What the pages need from the simulator. */
export interface PagesContext extends GuardOptions {
  /** The keys that the service accepts. */
  readonly apiKey: readonly string[];
  /** Called with requests that miss the service, such as those without `/v1`. */
  readonly onMissed: (request: MissedRequest) => void;
}

/** What browsers request from any server by themselves. */
const browserPath =
  /^\/(?:favicon\.ico|apple-touch-icon[^/]*|robots\.txt|\.well-known\/.*|(?:console|docs)\/.*)$/;

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  sendRefusal(response, error);
};

/** The pages and documents of the server, which pages of any origin may read. */
export function createPages(context: PagesContext): Express {
  const app = express();
  app.disable('x-powered-by');
  addConsole(app, context);
  addDocs(app, context, context.apiKey[0] as string);
  app.all('/', (request, response) => {
    const landing = formatLanding(getOrigin(request));
    serveText(request, response, 'text/plain; charset=utf-8', landing);
  });
  app.all('/openapi.json', (request, response) => {
    serveText(request, response, 'application/json', JSON.stringify(document));
  });
  app.all('/openapi.yaml', async (request, response) => {
    serveText(request, response, 'application/yaml', await readFile(yaml, 'utf8'));
  });
  app.use((request, response) => {
    const { method, path } = request;
    const message =
      `${JSON.stringify(path)} is not a path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, or in a sandbox at /sandboxes/<name>/v1/pets. Other paths are ' +
      `${[...documentPaths, ...adminPaths].join(', ')}.`;
    if (!browserPath.test(path)) {
      context.onMissed({ method, path, query: readTarget(request).query, message });
    }
    sendRefusal(response, new SimulatorError('not_found', message));
  });
  app.use(onError);
  return app;
}
