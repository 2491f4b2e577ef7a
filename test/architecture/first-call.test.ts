import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '../support/bundle.js';

/** Runs the built command until it is ready, and prints the packages that it has loaded. */
const listPackages = `
  const { write } = process.stdout;
  process.argv.splice(1, 0, 'animal-store');
  process.stdout.write = () => {
    const files = Object.keys(require.cache).filter((path) => path.includes('node_modules'));
    write.call(process.stdout, JSON.stringify(files));
    process.exit();
  };
  require('./dist/main.cjs');`;

// Express takes 60 ms to load, zod 15 ms.
test('a start loads no package', async () => {
  const child = spawn(process.execPath, ['-e', listPackages, '--', 'start', '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  expect(JSON.parse(await text(child.stdout))).toEqual([]);
});
