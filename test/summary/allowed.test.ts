import { expect, test } from 'vitest';
import { createSimulator, type SandboxHandle, type Simulator } from '../../src/index.js';

/** Sends a request of the app under test to a sandbox, with its key unless another is said. */
function send(
  { fetch }: Simulator,
  { url, apiKey }: SandboxHandle,
  target: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return fetch(url + target, { headers: { Authorization: `Bearer ${apiKey}`, ...headers } });
}

const violation = (simulator: Simulator) =>
  simulator.summary().notes.find(({ kind }) => kind === 'violation');

test('counts allowed requests', async () => {
  const simulator = createSimulator();
  const [form, other] = [simulator.sandbox(), simulator.sandbox()];
  await form.settings.set({ allow: ['violation'] });

  await send(simulator, form, '/pets?limit=0');
  await send(simulator, other, '/pets?limit=0');
  await send(simulator, form, '/pets?limit=-1');

  expect(violation(simulator)).toMatchObject({ count: 3, allowed: 2 });
});

test('counts what the sandbox allowed at the time of the request', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();

  await send(simulator, sandbox, '/pets?limit=0');
  await sandbox.settings.set({ allow: ['violation'] });
  expect(violation(simulator)).toMatchObject({ count: 1, allowed: 0 });
  await send(simulator, sandbox, '/pets?limit=0');
  await sandbox.reset();
  await send(simulator, sandbox, '/pets?limit=0');

  expect(violation(simulator)).toMatchObject({ count: 3, allowed: 1 });
});

test('allows only the given kind of notes', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();
  await sandbox.settings.set({ allow: ['deprecated'] });

  await send(simulator, sandbox, '/pets/1?colour=red');

  const { notes } = simulator.summary();
  expect(notes.map(({ kind, allowed }) => [kind, allowed])).toEqual([
    ['deprecated', 1],
    ['open', 0],
  ]);
});

test('allows only the given open point', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();
  await sandbox.settings.set({ allow: ['limit-out-of-range'] });

  await send(simulator, sandbox, '/pets?limit=0&colour=red');

  const { notes } = simulator.summary();
  const counted = notes.map(({ kind, point, allowed }) => [point ?? kind, allowed]);
  expect(counted).toContainEqual(['limit-out-of-range', 1]);
  expect(counted).toContainEqual(['unknown-query', 0]);
  expect(counted).toContainEqual(['violation', 0]);
});

test('allows a wrong key in the sandbox of the path', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();
  await sandbox.settings.set({ allow: ['violation'] });

  await send(simulator, sandbox, '/pets', { Authorization: 'Bearer wrong' });

  expect(violation(simulator)).toMatchObject({ section: '5', count: 1, allowed: 1 });
});

test.each([
  ['first', true],
  ['last', false],
])('shows a request that was not allowed, with allowed ones %s', async (_when, first) => {
  const simulator = createSimulator();
  const [form, other] = [simulator.sandbox('form'), simulator.sandbox('other')];
  await form.settings.set({ allow: ['violation'] });
  const allow = () => send(simulator, form, '/pets?limit=0');

  if (first) {
    await allow();
    expect(violation(simulator)?.example).toBe('GET /sandboxes/form/v1/pets?limit=0');
  }
  await send(simulator, other, '/pets?limit=many');
  await allow();
  await send(simulator, other, '/pets?limit=-7');

  expect(violation(simulator)).toMatchObject({
    count: first ? 4 : 3,
    example: 'GET /sandboxes/other/v1/pets?limit=many',
    message: expect.stringContaining('many'),
  });
});

test('leaves allowed callers of getPet out', async () => {
  const simulator = createSimulator();
  const [form, other] = [simulator.sandbox('form'), simulator.sandbox('other')];
  await form.settings.set({ allow: ['deprecated'] });

  await send(simulator, form, '/pets/1', { 'User-Agent': 'shop/2' });
  await send(simulator, other, '/pets/1', { 'User-Agent': 'shop/2' });

  expect(simulator.summary().notes).toMatchObject([
    { count: 2, allowed: 1, callers: [{ sandbox: 'other', userAgent: 'shop/2', count: 1 }] },
  ]);
});
