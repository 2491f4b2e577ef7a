import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { contractsFolder, listContractFiles } from '../verification/pact/contract.js';
import { readOnlyPath, sendError } from './express-errors.js';

/** The published contracts: an index, and each file as a verifier's URL source reads it. */
export function contractRoutes(): Router {
  const router = Router();
  router.get('/', (request, response) => {
    const base = `http://${request.headers.host ?? 'localhost'}${request.baseUrl}`;
    const contracts = listContractFiles().map((name) => ({ name, url: `${base}/${name}` }));
    response.json({ contracts });
  });
  router.get('/:name', async (request, response) => {
    const { name } = request.params;
    const known = listContractFiles();
    if (!known.includes(name)) {
      const message = `${JSON.stringify(name)} is no contract. There is ${known.join(', ')}.`;
      sendError(response, 'notFound', message);
      return;
    }
    // As it is: parsing it would round the large integers that it pins.
    response.type('application/json').send(await readFile(new URL(name, contractsFolder)));
  });
  readOnlyPath(router, ['/', '/:name']);
  return router;
}
