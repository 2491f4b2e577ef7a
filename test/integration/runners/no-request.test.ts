import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, startSimulator } from '../../../src/index.js';
import { useSandbox } from '../../../src/runners/test-simulator.js';

async function sentencesOf(
  use: (url: string, apiKey: string) => Promise<unknown>,
  passed: boolean,
) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const run = ({ url, apiKey }: { url: string; apiKey: string }) =>
    use(url, apiKey).then(() => undefined);
  await useSandbox(connect(simulator.url), {}, ['shows an error'], run, () => passed);
  return write.mock.calls.flat().filter((text) => String(text).startsWith('No request'));
}

const ask = (url: string, apiKey: string) =>
  fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });

test('prints where requests must go when a test without any fails', async () => {
  expect(await sentencesOf(async () => {}, false)).toEqual([
    expect.stringMatching(
      /^No request reached the sandbox of "shows an error"\. .* animalStoreUrl/,
    ),
  ]);
});

test.each([
  ['a failed test with a request', ask, false],
  ['a passed test without any', async () => {}, true],
] as const)('prints nothing for %s', async (_, use, passed) => {
  expect(await sentencesOf(use, passed)).toEqual([]);
});

test('keeps the sandbox of a failed test at ANIMAL_STORE_URL, and prints a link to its requests', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  vi.stubEnv('ANIMAL_STORE_URL', simulator.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());

  const run = async ({ url, apiKey }: { url: string; apiKey: string }) =>
    void (await ask(url, apiKey));
  await useSandbox(connect(simulator.url), {}, ['pays'], run, () => false);

  const [, kept] = await simulator.sandboxes();
  expect(write.mock.calls.flat()).toContain(
    `"pays" failed. Its last request: ${simulator.origin}/#/traffic/${kept?.name}/1\n`,
  );
});
