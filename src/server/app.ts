import { readFile } from 'node:fs/promises';
import express, { type Express, type RequestHandler } from 'express';
import { packageRoot } from '../base/package-root.js';
import { SimulatorError } from '../document/errors.js';
import { document } from '../document/generated/document.js';
import { createCorsHeaders, isPreflight } from '../document/headers.js';
import { joinHeaders } from '../document/message.js';
import { serveOverHttp } from './admin/mcp.js';
import { type AppOptions, createAdminRouter, onError } from './admin-router.js';
import { addPages } from './pages.js';
import { getMount, getOrigin, pairHeaders, readHttpRequest, readTarget } from './read-request.js';
import { serveText } from './respond.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);
const json = 'application/json';

const formatLanding = (
  origin: string,
  own: string,
  front: string,
) => `This is animal-store-simulator${front}. Open ${own}/ in a browser to see its traffic.

The service      ${origin}/v1/pets (with a bearer key)
A sandbox        ${origin}/sandboxes/<name>/v1/pets
Health           ${own}/health
Its interface    ${own}/docs, ${own}/openapi.json or ${own}/openapi.yaml
Its contracts    ${origin}/__admin/contracts/
Admin interface  ${origin}/__admin/openapi.json
Tools (MCP)      ${own}/mcp, for coding agents
`;

const problems = {
  stopping: 'The simulator is stopping. Send requests elsewhere.',
  'store-unavailable':
    "The store that keeps the sandboxes (option store) can't be used. The log has the reason.",
};

/** Adds the health checks: a process that isn't live must be restarted, one that isn't ready gets no requests. */
function addHealth(app: Express, { isStopping, isReady }: AppOptions): void {
  const serve = (path: string, status: string, problem?: () => keyof typeof problems | false) =>
    app.all(path, (_request, response) => {
      const found = problem?.();
      const health = found ? { status: found, message: problems[found] } : { status };
      response.setHeader('Cache-Control', 'no-store');
      serveText(response, json, JSON.stringify(health), found ? 503 : 200);
    });
  serve('/health', 'ok');
  serve('/health/live', 'live');
  serve('/health/ready', 'ready', () =>
    isStopping() ? 'stopping' : !isReady() && 'store-unavailable',
  );
}

function addDocuments(app: Express, { upstream }: AppOptions): void {
  const front = upstream === undefined ? '' : ` in front of ${upstream}`;
  app.all('/', (request, response) => {
    const origin = getOrigin(request.headers, request.socket);
    const landing = formatLanding(origin, origin + getMount(request), front);
    serveText(response, 'text/plain; charset=utf-8', landing);
  });
  app.all('/openapi.json', (_request, response) => {
    serveText(response, json, JSON.stringify(document));
  });
  app.all('/openapi.yaml', async (_request, response) => {
    serveText(response, 'application/yaml', await readFile(yaml, 'utf8'));
  });
}

/** Files that browsers request from any server by themselves. */
const browserPath =
  /^\/(?:favicon\.ico|apple-touch-icon[^/]*|robots\.txt|\.well-known\/.*|(?:console|docs)\/.*)$/;

const answerMissed =
  ({ onUnrouted, maxBody }: AppOptions): RequestHandler =>
  async (request) => {
    const { path, query } = readTarget(request);
    const own = getMount(request);
    const message =
      `${JSON.stringify(path)} is not a path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, or in a sandbox at /sandboxes/<name>/v1/pets. Other paths are ' +
      `${own}/docs, ${own}/health, ${own}/health/live, ${own}/health/ready, ${own}/openapi.json, ` +
      `${own}/openapi.yaml, ${own}/mcp, /__admin/openapi.json, /__admin/contracts/.`;
    if (!browserPath.test(path)) {
      onUnrouted({
        ...(await readHttpRequest(request, { path, query }, maxBody)),
        unrouted: message,
      });
    }
    throw new SimulatorError('not_found', message);
  };

/** Everything that the server has beside the service: the admin interface, health, documents, pages. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(['/__admin', '/sandboxes/:sandbox/__admin'], createAdminRouter(options));
  app.all('/mcp', express.raw({ type: () => true, limit: '1mb' }), serveOverHttp(options));
  app.use((request, response, next) => {
    // Pages may read all below, but not the admin interface.
    response.setHeader('Access-Control-Allow-Origin', '*');
    const { method, rawHeaders } = request;
    const asked = { method, headers: joinHeaders(pairHeaders(rawHeaders)) };
    for (const [name, value] of createCorsHeaders(asked, options)) {
      response.setHeader(name, value);
    }
    // A page that calls a wrong path must be able to read what is wrong.
    isPreflight(asked) ? response.writeHead(204).end() : next();
  });
  addHealth(app, options);
  addPages(app, options);
  addDocuments(app, options);
  app.use(answerMissed(options));
  app.use(onError);
  return app;
}
