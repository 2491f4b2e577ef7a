import { readFile } from 'node:fs/promises';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import { document } from '../engine/generated/document.js';
import { packageRoot } from '../package-root.js';
import {
  describeFailure,
  type ServerErrorName,
  serverErrorBody,
  serverErrors,
} from './error-body.js';

const yaml = new URL('spec/animal-store.openapi.yaml', packageRoot);

const paths = ['/health', '/openapi.json', '/openapi.yaml'];

function sendError(response: Response, name: ServerErrorName, message: string): void {
  const body = serverErrorBody(name, message);
  response.status(serverErrors[name].status).type('application/json').send(body);
}

const landing = (address: string) => `This is animal-store-simulator.

The service   ${address}/v1/pets (with a bearer key)
A sandbox     ${address}/sandboxes/<name>/v1/pets
Health        ${address}/health
The interface ${address}/openapi.json or ${address}/openapi.yaml
`;

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  const { name, message } = describeFailure(error);
  sendError(response, name, message);
};

/** Everything that the standalone server has beside the service: documents, health, a page. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
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
  app.options(['/', ...paths], (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS').status(204).end();
  });
  app.all(['/', ...paths], (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS');
    sendError(response, 'methodNotAllowed', 'This path can only be read. Use GET or HEAD.');
  });
  app.use((request, response) => {
    const message =
      `${JSON.stringify(request.path)} is no path of this server. The service is at /v1/pets and ` +
      '/v1/pets/{petId}, in a sandbox at /sandboxes/<name>/v1/pets; beside it there are ' +
      `${paths.join(', ')}.`;
    sendError(response, 'notFound', message);
  });
  app.use(onError);
  return app;
}
