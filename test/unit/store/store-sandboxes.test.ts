import { expect, test } from 'vitest';
import { create, send } from '../../integration/store/call-sandbox.js';
import { createStart } from '../../integration/store/replicas.js';
import { createMemoryStore } from './memory-store.js';

const longName = 'x'.repeat(20_000);

test('keeps pets that were created after a drop whose answer was lost', async () => {
  const { state, open } = createMemoryStore();
  const [first, second] = [open(), open()];
  await create(first, 'box');
  let losses = 1;
  state.losesAnswer = () => losses-- > 0;
  state.meanwhile = async () => {
    for (let count = 0; count < 8; count += 1) {
      await create(second, 'box', longName);
    }
  };

  await expect(first.drop('box')).rejects.toThrow(/may have been carried out/);

  const { body } = await send(second, 'box', { query: 'limit=100' });
  expect(JSON.parse(body)).toHaveLength(8);
});

test('takes all commands that wait for a sandbox to the store at once', async () => {
  const { state, open } = createMemoryStore();
  const sandboxes = open();
  await create(sandboxes, 'box');
  const before = state.scripts;

  const ids = await Promise.all(Array.from({ length: 20 }, () => create(sandboxes, 'box')));

  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  expect(state.scripts - before).toBe(2);
});

test('lists a sandbox that another process has just created or dropped', async () => {
  const { open } = createMemoryStore();
  const [first, second] = [open(), open()];
  const list = async () => (await second.list()).map(({ name }) => name);

  expect(await first.drop('default')).toBe(true);
  await create(first, 'default');
  await create(first, 'box');
  expect(await list()).toEqual(['default', 'box']);

  await first.drop('box');
  expect(await list()).toEqual(['default']);
});

test('stores texts as they were sent, with no API key', async () => {
  const { logs, open } = createMemoryStore();
  await create(open(), 'box', 'my test-key ring');

  const { body } = await send(open(), 'box');
  expect(JSON.parse(body)).toMatchObject([{ name: 'my test-key ring' }]);
  expect(JSON.stringify([...logs.values()])).not.toContain('Bearer test-key');
});

test('wakes only those who wait for the sandbox that changed', async () => {
  const sandboxes = createMemoryStore().open();
  const end = new AbortController();
  const woken: string[] = [];
  const waits = ['box', 'other', undefined].map(async (name) => {
    await sandboxes.waitForChange(sandboxes.revision, end.signal, name);
    woken.push(name ?? 'any');
  });

  await create(sandboxes, 'box');
  await Promise.race(waits);
  await new Promise(setImmediate);

  expect(woken).toEqual(['box', 'any']);
  end.abort();
  await Promise.all(waits);
});

test('resets a sandbox to other pets in every process', async () => {
  const { open } = createMemoryStore();
  const [first, second] = [open(), open()];
  const start = createStart([{ name: 'Own', categoryId: 1n }], 'of another seed');

  await first.control('box', 'reset', { start });

  for (const one of [first, second]) {
    expect((await send(one, 'box')).body).toContain('"Own"');
  }
});

test('a full store lists pets, and refuses what a rule would have to count', async () => {
  const { state, open } = createMemoryStore();
  const sandboxes = open();
  await sandboxes.control('ruled', 'addRule', { code: 503 });
  state.isFull = true;
  const body = '{"name":"Rex","categoryId":1}';

  const answers = [send(sandboxes, 'box'), send(sandboxes, 'ruled')];
  answers.push(send(sandboxes, 'box', { method: 'POST', body }));

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 501, 501]);
});
