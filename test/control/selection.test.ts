import { expect, test } from 'vitest';
import { openServer } from './open.js';

/** A pet that only the sandbox x has. */
async function open() {
  const simulator = await openServer({ fixture: 'empty', apiKey: ['test-key', 'other.key'] });
  await simulator.sandbox('x').pets.add({ name: 'Rex', categoryId: 1 });
  const pets = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${simulator.origin}${path}`, { headers });
    const answer = await response.json();
    return response.status === 200 ? answer.pets.length : answer;
  };
  return { ...simulator, pets };
}

const ways: [string, string, Record<string, string>][] = [
  ['the parameter', '/__admin/pets?sandbox=x', {}],
  ['the header', '/__admin/pets', { 'Simulator-Sandbox': 'x' }],
  ['the path', '/sandboxes/x/__admin/pets', {}],
  ['the path in any letter case', '/Sandboxes/x/__ADMIN/pets', {}],
  ['the path, encoded', '/sandboxes/%78/__admin/pets', {}],
  ['a key', '/__admin/pets', { Authorization: 'Bearer test-key.x' }],
  ['a key that has a dot', '/__admin/pets', { Authorization: 'bearer other.key.x' }],
  [
    'all ways at once',
    '/sandboxes/x/__admin/pets?sandbox=x',
    { 'Simulator-Sandbox': 'x', Authorization: 'Bearer test-key.x' },
  ],
];

test.for(ways)('selects the sandbox by %s', async ([, path, headers]) => {
  const { pets } = await open();

  expect(await pets(path, headers)).toBe(1);
});

test.for([
  ['nothing', {}],
  ['a key without a name', { Authorization: 'Bearer test-key' }],
  ['a key that is not valid', { Authorization: 'Bearer wrong.x' }],
] as [string, Record<string, string>][])('selects default with %s', async ([, headers]) => {
  const { pets } = await open();

  expect(await pets('/__admin/pets', headers)).toBe(0);
});

test.for([
  ['/sandboxes/x/__admin/pets', { 'Simulator-Sandbox': 'y' }, 'x by its path, y by its header'],
  ['/sandboxes/x/__admin/pets?sandbox=y', {}, 'x by its path, y by its query'],
  ['/__admin/pets?sandbox=x', { 'Simulator-Sandbox': 'y' }, 'y by its header, x by its query'],
  [
    '/__admin/pets?sandbox=x',
    { Authorization: 'Bearer test-key.y' },
    'y by its key, x by its query',
  ],
  ['/sandboxes/x/__admin/events', { 'Simulator-Sandbox': 'y' }, 'x by its path, y by its header'],
] as [string, Record<string, string>, string][])(
  'rejects contradicting sandboxes at %s',
  async ([path, headers, message]) => {
    const { pets } = await open();

    const refusal = await pets(path, headers);

    expect(refusal).toMatchObject({ code: 'simulator_contradiction', status: 501 });
    expect(refusal.message).toContain(message);
  },
);

test('rejects a repeated sandbox parameter', async () => {
  const { pets } = await open();

  const refusal = await pets('/__admin/pets?sandbox=x&sandbox=x');

  expect(refusal).toMatchObject({ code: 'simulator_bad_sandbox', status: 501 });
});

test('reading creates no sandbox', async () => {
  const { origin, sandboxes } = await open();

  for (const path of ['pets', 'state', 'rules', 'requests', 'settings', 'clock']) {
    expect((await fetch(`${origin}/__admin/${path}?sandbox=y`)).status).toBe(200);
  }
  for (const path of ['rules', 'requests']) {
    await fetch(`${origin}/__admin/${path}?sandbox=y`, { method: 'DELETE' });
  }

  expect((await sandboxes()).map(({ name }) => name)).toEqual(['default', 'x']);
});

test('a rejected call creates no sandbox', async () => {
  const { origin, sandboxes } = await open();

  for (const [method, path] of [
    ['POST', 'rules'],
    ['PUT', 'state'],
    ['PUT', 'clock'],
  ]) {
    const response = await fetch(`${origin}/__admin/${path}?sandbox=y`, {
      method: String(method),
      body: '{}',
    });
    expect(response.status).toBe(400);
  }

  expect((await sandboxes()).map(({ name }) => name)).toEqual(['default', 'x']);
});
