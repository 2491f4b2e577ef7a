import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { useSandbox, useSimulator } from '../../../src/runners/test-simulator.js';
import { globalSetup } from '../../../src/vitest-global-setup.js';
import { createFolder } from '../../support/files.js';
import { capture } from '../../support/run-here.js';
import { start } from '../../support/simulator.js';

/** Lists the pets of a sandbox or a simulator. */
const ask = async ({ url, apiKey }: { url: string; apiKey: string }): Promise<void> => {
  await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });
};

async function sentencesOf(use: typeof ask, passed: boolean) {
  const simulator = await start();
  const { stderr } = await capture(() =>
    useSandbox(connect(simulator.url), {}, ['shows an error'], use, () => passed),
  );
  return stderr.split('\n').filter((line) => line.startsWith('No request'));
}

test.each([
  [
    'the way of requests for a failed test without any',
    async () => {},
    false,
    / of "shows an error"\. .* animalStoreUrl/,
  ],
  ['nothing for a failed test with a request', ask, false],
  ['nothing for a passed test without any', async () => {}, true],
] as const)('prints %s', async (_, use, passed, sentence?: RegExp) => {
  const expected = sentence === undefined ? [] : [expect.stringMatching(sentence)];
  expect(await sentencesOf(use, passed)).toEqual(expected);
});

test('a worker does not report the interactions of others as gone, but the end of all does', async () => {
  const options = { pact: join(createFolder(), 'shop.json'), consumer: 'shop' };
  const work = (apiKey: string) =>
    capture(() => useSimulator(undefined, options, ({ url }) => ask({ url, apiKey })));
  await work('test-key');

  expect((await work('other')).stderr).toMatch(/ has 2 interactions of shop, 1 of them new\.\n$/);
  const end = await globalSetup(options)({ provide: () => {} });
  expect((await capture(async () => end?.())).stderr).toContain('2 interactions of it did not');
});

test("says what Vitest's browser mode needs", async () => {
  vi.stubGlobal('process', undefined);
  const used = useSimulator(undefined, {}, async () => {});
  vi.unstubAllGlobals();

  await expect(used).rejects.toThrow(/use createSimulator\(\) of animal-store-simulator\/browser/);
});

test('keeps the sandbox of a failed test at ANIMAL_STORE_URL, and prints a link to its requests', async () => {
  const simulator = await start();
  vi.stubEnv('ANIMAL_STORE_URL', simulator.url);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { stderr } = await capture(() =>
    useSandbox(connect(simulator.url), {}, ['pays'], ask, () => false),
  );

  const [, kept] = await simulator.sandboxes();
  expect(stderr).toContain(
    `"pays" failed. Its last request: ${simulator.origin}/#/traffic/${kept?.name}/1\n`,
  );
});
