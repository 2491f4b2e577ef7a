import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { useSandbox, useSimulator } from '../../../src/runners/test-simulator.js';
import { withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { capture } from '../../support/run-here.js';
import { start } from '../../support/simulator.js';

async function sentencesOf(
  use: (url: string, apiKey: string) => Promise<unknown>,
  passed: boolean,
) {
  const simulator = await start();
  const run = ({ url, apiKey }: { url: string; apiKey: string }) =>
    use(url, apiKey).then(() => undefined);
  const { stderr } = await capture(() =>
    useSandbox(connect(simulator.url), {}, ['shows an error'], run, () => passed),
  );
  return stderr.split('\n').filter((line) => line.startsWith('No request'));
}

const ask = (url: string, apiKey: string) =>
  fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });

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

test('a worker does not report the interactions of others as gone', async () => {
  const options = { pact: join(createFolder(), 'shop.json'), consumer: 'shop' };
  const work = (init: RequestInit) =>
    capture(() =>
      useSimulator(undefined, options, async ({ url }) => void (await fetch(`${url}/pets`, init))),
    );
  await work(withKey);

  expect((await work({})).stderr).toMatch(/ has 2 interactions of shop, 1 of them new\.\n$/);
});

test('keeps the sandbox of a failed test at ANIMAL_STORE_URL, and prints a link to its requests', async () => {
  const simulator = await start();
  vi.stubEnv('ANIMAL_STORE_URL', simulator.url);
  onTestFinished(() => void vi.unstubAllEnvs());

  const run = async ({ url, apiKey }: { url: string; apiKey: string }) =>
    void (await ask(url, apiKey));
  const { stderr } = await capture(() =>
    useSandbox(connect(simulator.url), {}, ['pays'], run, () => false),
  );

  const [, kept] = await simulator.sandboxes();
  expect(stderr).toContain(
    `"pays" failed. Its last request: ${simulator.origin}/#/traffic/${kept?.name}/1\n`,
  );
});
