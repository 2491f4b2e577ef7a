import { expect, test } from 'vitest';
import { bundleForBrowsers, nodeGlobals } from './bundle.js';

const engine = { path: 'src/engine/engine.ts' };
const fetchHandler = { path: 'src/http/fetch-handler.ts' };

test('bundles the engine with nothing but lossless-json', async () => {
  const { files } = await bundleForBrowsers(engine);

  const others = files.filter(
    (file) => !/^src\/engine\/|(?:^|\/)node_modules\/lossless-json\//.test(file),
  );
  expect(others).toEqual([]);
  expect(files).toContain('src/engine/exchange.ts');
});

test('uses no global of Node.js, console or timer in the engine', async () => {
  const { globals } = await bundleForBrowsers(engine);

  expect(globals).toEqual([]);
});

test('uses only a timer of Node.js to answer fetch', async () => {
  const { globals } = await bundleForBrowsers(fetchHandler);

  expect(globals).toEqual(['setTimeout']);
});

test.for(['node:fs', 'node:http', 'fs', 'express'])(
  'rejects a bundle that imports %s',
  async (name) => {
    const text = `import * as all from '${name}'; export default all;`;

    await expect(bundleForBrowsers({ text })).rejects.toThrow();
  },
);

test.for(nodeGlobals)('finds the global %s in a bundle', async (name) => {
  const { globals } = await bundleForBrowsers({ text: `export const used = ${name};` });

  expect(globals).toEqual([name]);
});

test('ignores members and variables named like a global', async () => {
  const text = 'export const both = (process: { console: 1 }) => process.console;';

  const { globals } = await bundleForBrowsers({ text });

  expect(globals).toEqual([]);
});
