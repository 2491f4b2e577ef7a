import { expect, test } from 'vitest';
import type { Answer } from '../../../src/engine/answer.js';
import { Quota } from '../../../src/engine/pets.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { readData, readEntry, type StoredCommand, writeData } from '../../../src/store/entry.js';
import { type LogCheckpoint, LogState } from '../../../src/store/log-state.js';
import { createStart, settings } from '../../integration/store/replicas.js';

const start = createStart([{ name: 'Seeded', categoryId: 1n }], 'seeded');

const open = () =>
  new LogState('box', {
    start,
    settings,
    createLimits: () => ({
      quota: new Quota(1_000_000),
      journals: { size: 0, max: 1_000_000 },
      maxJournal: 3,
    }),
    findSeeded: () => start.seeded,
  });

let entries = 0;

/** An entry of a writer with these commands. */
function write(by: string, ...commands: readonly StoredCommand[]) {
  entries += 1;
  return readEntry([`1700000000000-${entries}`, ['by', by, 'do', writeData(commands)]]);
}

const create = (name: string): StoredCommand => ({
  type: 'request',
  creates: true,
  request: {
    method: 'POST',
    path: '/v1/pets',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  },
  refusal: undefined,
});

const readBodies = (results: ReturnType<LogState['apply']>) =>
  results?.map((result) => ('value' in result ? (result.value as Answer).reply.body : result));

test('applies an entry that was delivered twice once', () => {
  const state = open();
  const first = state.apply(write('a 1', create('Rex'), create('Tom')));

  expect(readBodies(first)).toEqual([
    '{"id":2,"name":"Rex","categoryId":1}',
    '{"id":3,"name":"Tom","categoryId":1}',
  ]);
  expect(state.apply(write('a 1', create('Rex'), create('Tom')))).toBeUndefined();
  expect(readBodies(state.apply(write('b 1', create('Max'))))).toEqual([
    '{"id":4,"name":"Max","categoryId":1}',
  ]);
  expect(state.sandbox?.total).toBe(3);
});

test('ignores an entry that arrives after a later one of its writer', () => {
  const state = open();
  state.apply(write('a 2', create('Tom')));

  expect(state.apply(write('a 1', create('Rex')))).toBeUndefined();
});

test('goes on from a checkpoint as if it had applied all entries', () => {
  const rule = { operation: 'getPet' as const, code: 503, body: 9_007_199_254_740_993n };
  const all = [
    write('a 1', create('Rex'), { type: 'addRule', data: rule }),
    write('b 1', { type: 'changePet', data: { id: '1', name: 'Changed' } }),
    write('a 2', create('Tom'), { type: 'removePet', data: { id: '2' } }, create('Max')),
    write('a 3', { type: 'setClock', data: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } }),
  ];
  const [one, other] = [open(), open()];
  for (const entry of all) {
    one.apply(entry);
  }

  other.load(readData(writeData(one.createCheckpoint())) as LogCheckpoint);

  const later = write('b 2', create('Last'));
  expect(readBodies(other.apply(later))).toEqual(readBodies(one.apply(later)));
  expect(other.apply(all[2] as (typeof all)[2])).toBeUndefined();
  const [expected, actual] = [one.peek(), other.peek()];
  expect(createSnapshot(actual, 0)).toEqual(createSnapshot(expected, 0));
  expect(JSON.parse(JSON.stringify(actual.journal))).toEqual(
    JSON.parse(JSON.stringify(expected.journal)),
  );
  expect([actual.total, actual.dropped]).toEqual([expected.total, expected.dropped]);
});

test('stores no seeded pets', () => {
  const state = open();
  state.apply(write('a 1', create('Rex')));

  expect(writeData(state.createCheckpoint())).not.toContain('Seeded');
});

test('stores the pets of a test', () => {
  const state = open();
  const pets = ['{"id":7,"name":"Own","categoryId":1}'];
  const { seed, settings: own, clock } = start;
  state.apply(
    write('a 1', { type: 'reset', data: { start: { pets, seed, settings: own, clock } } }),
  );

  const other = open();
  other.load(readData(writeData(state.createCheckpoint())) as LogCheckpoint);

  expect(other.peek().pets.seeded.all).toEqual(pets);
});

test('a request without a key creates no sandbox', () => {
  const state = open();
  const refusal = { error: 'unauthorized', message: 'No key.', section: '5' } as const;
  const [result] =
    state.apply(write('a 1', { ...create('Rex'), creates: false, refusal } as StoredCommand)) ?? [];

  expect((result as { value: Answer }).value.reply.status).toBe(401);
  expect(state.sandbox).toBeUndefined();
});
