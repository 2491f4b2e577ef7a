import { expect, test } from 'vitest';
import { bundleForBrowsers, nodeGlobals } from './bundle.js';

const engine = { path: 'src/engine/engine.ts' };
const fetchHandler = { path: 'src/http/fetch-handler.ts' };

test('the engine is made of itself and lossless-json, nothing else', async () => {
  const { files } = await bundleForBrowsers(engine);

  const others = files.filter(
    (file) => !/^src\/engine\/|(?:^|\/)node_modules\/lossless-json\//.test(file),
  );
  expect(others).toEqual([]);
  expect(files).toContain('src/engine/exchange.ts');
});

test('the engine uses nothing that only Node.js has, and no console or timer', async () => {
  const { globals } = await bundleForBrowsers(engine);

  expect(globals).toEqual([]);
});

test('answering fetch uses a timer for delays, and nothing else of Node.js', async () => {
  const { globals } = await bundleForBrowsers(fetchHandler);

  expect(globals).toEqual(['setTimeout']);
});

test.for(['node:fs', 'node:http', 'fs', 'express'])(
  'a bundle for browsers that imports %s is refused',
  async (name) => {
    const text = `import * as all from '${name}'; export default all;`;

    await expect(bundleForBrowsers({ text })).rejects.toThrow();
  },
);

test.for(nodeGlobals)('a bundle that uses the global %s is found out', async (name) => {
  const { globals } = await bundleForBrowsers({ text: `export const used = ${name};` });

  expect(globals).toEqual([name]);
});

test('a member or a variable with the name of a global is none', async () => {
  const text = 'export const both = (process: { console: 1 }) => process.console;';

  const { globals } = await bundleForBrowsers({ text });

  expect(globals).toEqual([]);
});
