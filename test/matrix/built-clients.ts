import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const main = `
  import { callTo, plantedClients } from './planted-clients.js';
  const { ANIMAL_STORE_URL, ANIMAL_STORE_API_KEY } = process.env;
  const { relies } = plantedClients[process.argv[2]];
  if (!(await relies(callTo(fetch, ANIMAL_STORE_URL, ANIMAL_STORE_API_KEY)))) {
    console.error('It is not what ' + process.argv[2] + ' was.');
    process.exitCode = 1;
  }
`;

/** The planted clients as a program that takes the name of a point. */
export interface BuiltClients {
  commandFor(point: string): readonly string[];
  remove(): Promise<void>;
}

export async function buildClients(): Promise<BuiltClients> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  const outfile = join(folder, 'client.mjs');
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  await build({
    stdin: { contents: main, resolveDir },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'silent',
  });
  return {
    commandFor: (point) => [process.execPath, outfile, point],
    remove: () => rm(folder, { recursive: true }),
  };
}
