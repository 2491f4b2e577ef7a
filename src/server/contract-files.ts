import { readdir, readFile } from 'node:fs/promises';
import type { Router } from 'express';
import { SimulatorError } from '../document/errors.js';
import { packageRoot } from '../options/package-root.js';
import { getOrigin } from './guard.js';
import { serveText } from './respond.js';

const folder = new URL('contracts/', packageRoot);

const listNames = async () =>
  (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();

/** Serves the contracts of the package byte for byte, for the URL source of any Pact verifier. */
export function addContracts(router: Router): void {
  router.all('/contracts', async (request, response) => {
    const address = `${getOrigin(request)}/__admin/contracts/`;
    const names = await listNames();
    const contracts = names.map((name) => ({ name, url: address + name }));
    serveText(response, 'application/json', JSON.stringify({ contracts }));
  });
  router.all('/contracts/:name', async ({ params: { name } }, response) => {
    const names = await listNames();
    if (!names.includes(name)) {
      throw new SimulatorError(
        'not_found',
        `There is no contract ${JSON.stringify(name)}. The contracts are ${names.join(', ')}.`,
      );
    }
    serveText(response, 'application/json', await readFile(new URL(name, folder), 'utf8'));
  });
}
