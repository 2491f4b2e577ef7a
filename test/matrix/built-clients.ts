import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const main = `
  import { createCall, plantedClients } from './planted-clients.js';
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
