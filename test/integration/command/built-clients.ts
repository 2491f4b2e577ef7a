import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const main = `
  import { createCall, plantedClients } from './planted-clients.mjs';
  const { ANIMAL_STORE_URL, ANIMAL_STORE_API_KEY } = process.env;
  const { holds } = plantedClients[process.argv[2]];
  if (!(await holds(createCall(fetch, ANIMAL_STORE_URL, ANIMAL_STORE_API_KEY)))) {
    console.error('Unexpected: ' + process.argv[2]);
    process.exitCode = 1;
  }
`;

/** The planted clients as a program; its argument is the name of a point. */
export interface BuiltClients {
  commandFor(point: string): readonly string[];
  remove(): Promise<void>;
}

export async function buildClients(): Promise<BuiltClients> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  const outfile = join(folder, 'client.mjs');
  const clients = fileURLToPath(new URL('planted-clients.ts', import.meta.url));
  const { code } = await transformWithOxc(await readFile(clients, 'utf8'), clients);
  await writeFile(join(folder, 'planted-clients.mjs'), code);
  await writeFile(outfile, main);
  return {
    commandFor: (point) => [process.execPath, outfile, point],
    remove: () => rm(folder, { recursive: true }),
  };
}
