import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { useSandbox, useSimulator } from '../../../src/simulator/test-simulator.js';
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

test.for(['', 'http://127.0.0.1:4010/__admin'])(
  'shows what happened in a failed test, without a link to a console that ends: %j',
  async (adminUrl) => {
    const simulator = await start();
    vi.stubEnv('ANIMAL_STORE_URL', adminUrl && simulator.url);
    vi.stubEnv('ANIMAL_STORE_ADMIN_URL', adminUrl);
    const attached: string[] = [];
    const add = async ({ url, apiKey }: { url: string; apiKey: string }) => {
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
      for (let n = 1; n <= 11; n += 1) {
        await fetch(`${url}/pets?n=${n}`, { method: 'POST', headers, body: '{"name":"Rex"}' });
      }
    };

    const { stderr } = await capture(() =>
      useSandbox(
        connect(simulator.url),
        {},
        ['adds'],
        add,
        () => false,
        async (text) => {
          attached.push(text);
        },
      ),
    );

    const lines = Array.from(
      { length: 10 },
      (_, index) => `  POST /v1/pets?n=${index + 2} 400 categoryId is required `,
    );
    expect(stderr.replace(/\(section.*$/gm, '')).toBe(
      `"adds" failed. Its last 10 of 11 requests:\n${lines.join('\n')}\n`,
    );
    expect(attached).toEqual([stderr.replace('"adds" failed. Its ', '')]);
  },
);

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

  const { stderr } = await capture(() =>
    useSandbox(connect(simulator.url), {}, ['pays'], ask, () => false),
  );

  const [, kept] = await simulator.sandboxes();
  expect(stderr).toBe(
    `"pays" failed. Its requests:\n  GET /v1/pets 200\n  ${simulator.origin}/#/traffic/${kept?.name}/1\n`,
  );
});
