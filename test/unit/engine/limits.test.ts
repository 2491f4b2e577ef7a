import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { LocalSandboxes, type SandboxesSettings } from '../../../src/engine/sandboxes.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { engineOf, exchangeOn } from './engine.js';

const settings: SandboxesSettings = {
  apiKeys: ['test-key'],
  corsOrigins: '*',
  corsCredentials: false,
  maxPetMemory: 1_000,
  maxJournal: 3,
  maxJournalSize: 2 ** 26,
  maxSandboxes: 3,
  deprecatedSince: undefined,
};
const open = (limits: Partial<SandboxesSettings> = {}) =>
  new LocalSandboxes(engineOf(resolveChoices('default')).start, { ...settings, ...limits });

/** Adds a pet of about 550 characters: a second one has no room. */
const add = (engine: LocalSandboxes, sandbox: string, id?: string) =>
  engine.control(sandbox, 'addPet', { id, name: 'x'.repeat(500), categoryId: '1' });
const ask = (engine: LocalSandboxes, sandbox: string) =>
  exchangeOn(engine, { path: `/sandboxes/${sandbox}/v1/pets` });
const readJournal = (engine: LocalSandboxes, name: string) =>
  engine.read(name, ({ journal, dropped }) => [journal.map(({ number }) => number), dropped]);

test.each<[string, (engine: LocalSandboxes) => unknown]>([
  ['a reset', (engine) => engine.control('one', 'reset', { start: engine.start })],
  ['a removed pet', (engine) => engine.control('one', 'removePet', { id: '99' })],
  ['a dropped sandbox', (engine) => engine.drop('one')],
  [
    'a sandbox that was idle longest',
    (engine) => ['two', 'three'].map((name) => ask(engine, name)),
  ],
])('%s returns the room of its pets', (_, release) => {
  const engine = open();
  add(engine, 'one', '99');
  expect(() => add(engine, 'other')).toThrow('maxPetMemory');

  release(engine);

  expect(() => add(engine, 'other')).not.toThrow();
});

test('a restore without room changes nothing, and takes no room', () => {
  const engine = open();
  const empty = engine.read('one', (sandbox) => createSnapshot(sandbox, 0));
  const pet = { name: 'x'.repeat(300), categoryId: '1' };
  const pets = ['8', '9', '10', '11'].map((id) => ({ id, ...pet }));
  const tooLarge = { ...empty, pets: [...empty.pets, ...pets] };

  expect(() => engine.control('one', 'restore', tooLarge)).toThrow('maxPetMemory');

  expect(() => add(engine, 'other')).not.toThrow();
});

test('a seeded pet that is changed again and again takes no more room', () => {
  const engine = open();
  for (let n = 0; n < 100; n += 1) {
    engine.control('one', 'changePet', { id: '1', name: `Rex ${n}` });
  }

  expect(() => add(engine, 'other')).not.toThrow();
});

test('assigns the id of a removed pet to no other', () => {
  const engine = open({ maxPetMemory: 10_000 });
  const { id } = add(engine, 'one', '5');
  engine.control('one', 'removePet', { id });

  expect(add(engine, 'one').id).toBe('6');
});

test('keeps the last exchanges of a sandbox, and counts those that it dropped', () => {
  const engine = open();
  for (let n = 0; n < 5; n += 1) {
    ask(engine, 'one');
  }

  expect(readJournal(engine, 'one')).toEqual([[3, 4, 5], 2]);
});

test('empties the journal of the longest idle sandbox when all are too large together', () => {
  const engine = open({ maxJournalSize: 6_700 });
  for (const name of ['one', 'one', 'two', 'one', 'two', 'two']) {
    ask(engine, name);
  }

  expect(readJournal(engine, 'one')).toEqual([[], 3]);
  expect(readJournal(engine, 'two')).toEqual([[1, 2, 3], 0]);
});

test('a dropped sandbox leaves its part of the journals to others', () => {
  const engine = open({ maxJournalSize: 6_000 });
  for (let n = 0; n < 10; n += 1) {
    ask(engine, 'one');
    engine.drop('one');
  }
  ask(engine, 'two');
  ask(engine, 'three');

  expect([readJournal(engine, 'two'), readJournal(engine, 'three')]).toEqual([
    [[1], 0],
    [[1], 0],
  ]);
});

test('restores no added pet with the id of a seeded one', () => {
  const engine = open();
  const snapshot = engine.read('one', (sandbox) => createSnapshot(sandbox, 0));
  const pets = [...snapshot.pets, { id: '1', name: 'Rex', categoryId: '1' }];

  expect(() => engine.control('one', 'restore', { ...snapshot, pets })).toThrow('same id 1');
});
