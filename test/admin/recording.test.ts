import { expect, onTestFinished, test } from 'vitest';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { start } from '../support/command.js';

const setUp = (origin: string, body: object) =>
  fetch(`${origin}/__admin/provider-states?sandbox=default`, {
    method: 'POST',
    body: JSON.stringify(body),
  });

/** What a simulator logs from its start to its end. */
async function linesLogged(during: (origin: string) => Promise<unknown>) {
  const { url, child, finished } = await start(['--log-format', 'json']);
  await during(new URL(url).origin);
  child.kill('SIGTERM');
  const { stderr } = await finished;
  return stderr.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
}

test.each([
  ['a state that is set up', { state: 'a pet exists', params: { status: 'sold' } }, 200],
  ['a state that there is not', { state: 'none' }, 400],
])('logs %s as one line with its path', async (_, body, status) => {
  const lines = await linesLogged((origin) => setUp(origin, body));

  expect(lines).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/__admin/provider-states?sandbox=default',
      status,
    }),
  ]);
});

test('logs the whole path of a contract', async () => {
  const lines = await linesLogged((origin) => fetch(`${origin}/__admin/contracts/`));

  expect(lines.map(({ path }) => path)).toEqual(['/__admin/contracts/']);
});

async function openWithJournal() {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  const { origin, url, apiKey, close } = await core.listen();
  onTestFinished(() => close());
  const { sandboxes } = await core.engine();
  return { origin, url, apiKey, journal: sandboxes.getOrCreate('default').journal };
}

test('the journal does not record provider states', async () => {
  const { origin, journal } = await openWithJournal();

  const response = await setUp(origin, { state: 'a pet exists' });

  expect(response.status).toBe(200);
  expect(journal.list()).toEqual([]);
  expect(journal.total).toBe(0);
});

test('the journal records the requests after a provider state', async () => {
  const { origin, url, apiKey, journal } = await openWithJournal();
  const { petId } = await (await setUp(origin, { state: 'a pet exists' })).json();

  await fetch(`${url}/pets/${petId}`, { headers: { Authorization: `Bearer ${apiKey}` } });

  expect(journal.list().map(({ number, path }) => [number, path])).toEqual([
    [1, `/v1/pets/${petId}`],
  ]);
});
