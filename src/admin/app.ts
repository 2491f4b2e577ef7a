import { readFile } from 'node:fs/promises';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { document } from '../engine/generated/document.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { describeFailure } from '../http/errors.js';
import { readTarget } from '../http/read-request.js';
import { packageRoot } from '../package-root.js';
import { describeRefused, readOnlyPath, sendError, sendWithStatus } from './express-errors.js';
import { type AdminContext, adminPaths, adminRouter } from './router.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);

const paths = ['/health', '/openapi.json', '/openapi.yaml'];

const landing = (address: string) => `This is animal-store-simulator.

The service   ${address}/v1/pets (with a bearer key)
A sandbox     ${address}/sandboxes/<name>/v1/pets
Health        ${address}/health
The interface ${address}/openapi.json or ${address}/openapi.yaml
The contracts ${address}/__admin/contracts/
Its control   ${address}/__admin/openapi.json says how tests control this simulator
`;

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof SimulatorError) {
    sendWithStatus(response, error.status, error.code, error.message);
    return;
  }
  const refused = describeRefused(error);
  if (refused !== undefined) {
    sendWithStatus(response, refused.status, refused.code, refused.message);
    return;
  }
  const { name, message } = describeFailure(error);
  sendError(response, name, message);
};

/** A request for a path that this server doesn't have. */
interface Missed {
  readonly method: string;
  /** As it was sent. */
  readonly path: string;
  readonly query: string;
  /** What it was told. */
  readonly message: string;
}

/** What the app needs to know of the simulator. */
export interface AppContext extends AdminContext {
  /** Told of requests that miss the service, such as those without `/v1`. */
  readonly missed: (request: Missed) => void;
}

/** What browsers ask any server for, on nobody's behalf. */
const ofBrowsers = /^\/(?:favicon\.ico|apple-touch-icon[^/]*|robots\.txt|\.well-known\/.*)$/;

/** Everything that the standalone server has beside the service: documents, health, a page. */
export function createApp(context: AppContext): Express {
  const app = express();
  app.disable('x-powered-by');
  // Before what lets pages read documents: no page may read this.
  app.use(['/__admin', '/sandboxes/:sandbox/__admin'], adminRouter(context));
  // Documents may be read by any page, such as a viewer of the interface.
  app.use((_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    next();
  });
  app.get('/', (request, response) => {
    response.type('text/plain').send(landing(`http://${request.headers.host ?? 'localhost'}`));
  });
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  app.get('/openapi.yaml', async (_request, response) => {
    response.type('application/yaml').send(await readFile(yaml, 'utf8'));
  });
  readOnlyPath(app, ['/', ...paths]);
  app.use((request, response) => {
    const message =
      `${JSON.stringify(request.path)} is no path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, in a sandbox at /sandboxes/<name>/v1/pets; beside it there are ' +
      `${[...paths, ...adminPaths].join(', ')}.`;
    const { method, path } = request;
    if (!ofBrowsers.test(path)) {
      const { query } = readTarget(request);
      context.missed({ method, path, query, message });
    }
    sendError(response, 'notFound', message);
  });
  app.use(onError);
  return app;
}
