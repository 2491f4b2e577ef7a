import { readFile } from 'node:fs/promises';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { SimulatorError } from '../document/errors.js';
import { document } from '../document/generated/document.js';
import { packageRoot } from '../options/package-root.js';
import { type AdminRouterOptions, createAdminRouter } from './admin-router.js';
import { addConsole } from './console-page.js';
import { addDocs } from './docs-page.js';
import { getOrigin } from './guard.js';
import { sendRefusal, serveText } from './respond.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);

const documentPaths = [
  '/docs',
  '/health',
  '/health/live',
  '/health/ready',
  '/openapi.json',
  '/openapi.yaml',
];
const adminPaths = ['/__admin/openapi.json', '/__admin/contracts/'];

/** A request for a path that the server doesn't have. */
interface MissedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The message of the response. */
  readonly message: string;
}

/** What the app needs of a server and of its simulator. */
export interface AppOptions extends AdminRouterOptions {
  readonly isStopping: () => boolean;
  /** Whether the sandboxes are within reach. */
  readonly isReady: () => boolean;
  /** Called with requests that miss the service, such as those without `/v1`. */
  readonly onMissed: (request: MissedRequest) => void;
}

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

/** Whether a load balancer may send requests here, and why not. */
function checkReadiness({ isStopping, isReady }: AppOptions) {
  if (isStopping()) {
    const message = 'The simulator is stopping. Send requests elsewhere.';
    return { httpStatus: 503, body: { status: 'stopping', message } };
  }
  if (!isReady()) {
    const message =
      "The store that keeps the sandboxes (option store) can't be used. The log has the reason.";
    return { httpStatus: 503, body: { status: 'store-unavailable', message } };
  }
  return { httpStatus: 200, body: { status: 'ready' } };
}

/** Adds the health checks: a process that isn't live must be restarted, one that isn't ready gets no requests. */
function addHealth(app: Express, options: AppOptions): void {
  const answer =
    (check: () => { httpStatus: number; body: object }): RequestHandler =>
    (_request, response) => {
      const { httpStatus, body } = check();
      response.setHeader('Cache-Control', 'no-store');
      serveText(response, 'application/json', JSON.stringify(body), httpStatus);
    };
  app.all(
    '/health',
    answer(() => ({ httpStatus: 200, body: { status: 'ok' } })),
  );
  app.all(
    '/health/live',
    answer(() => ({ httpStatus: 200, body: { status: 'live' } })),
  );
  app.all(
    '/health/ready',
    answer(() => checkReadiness(options)),
  );
}

function addDocuments(app: Express): void {
  app.all('/', (request, response) => {
    serveText(response, 'text/plain; charset=utf-8', formatLanding(getOrigin(request)));
  });
  app.all('/openapi.json', (_request, response) => {
    serveText(response, 'application/json', JSON.stringify(document));
  });
  app.all('/openapi.yaml', async (_request, response) => {
    serveText(response, 'application/yaml', await readFile(yaml, 'utf8'));
  });
}

/** What browsers request from any server by themselves. */
const browserPath =
  /^\/(?:favicon\.ico|apple-touch-icon[^/]*|robots\.txt|\.well-known\/.*|(?:console|docs)\/.*)$/;

const answerMissed =
  ({ onMissed }: AppOptions): RequestHandler =>
  ({ method, path, originalUrl }, response) => {
    const message =
      `${JSON.stringify(path)} is not a path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, or in a sandbox at /sandboxes/<name>/v1/pets. Other paths are ' +
      `${[...documentPaths, ...adminPaths].join(', ')}.`;
    if (!browserPath.test(path)) {
      onMissed({ method, path, query: originalUrl.split('?').slice(1).join('?'), message });
    }
    sendRefusal(response, new SimulatorError('not_found', message));
  };

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  sendRefusal(response, error);
};

/** Everything that the server has beside the service: the admin interface, health, documents, pages. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(['/__admin', '/sandboxes/:sandbox/__admin'], createAdminRouter(options));
  app.use((_request, response, next) => {
    // Pages may read all below, but not the admin interface.
    response.setHeader('Access-Control-Allow-Origin', '*');
    next();
  });
  addHealth(app, options);
  addConsole(app, options);
  addDocs(app, options, options.apiKeys[0] as string);
  addDocuments(app);
  app.use(answerMissed(options));
  app.use(onError);
  return app;
}
