import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { createSeededList } from '../../../src/engine/pets.js';
import type { LocalSandboxes } from '../../../src/engine/sandboxes.js';
import { engineOf, exchangeOn, readJson } from './engine.js';

/** Seeded pets of one category, by their names. */
const petsOf = (names: Readonly<Record<number, string>>) =>
  Object.entries(names).map(([id, name]) => ({ id: BigInt(id), name, categoryId: 1n }));
const listOf = (names: Readonly<Record<number, string>>) =>
  createSeededList(petsOf(names), 'sequential');

const open = (maxPetMemory?: number) =>
  engineOf(resolveChoices('default'), petsOf({ 1: 'Ann', 2: 'Ben', 3: 'Cat' }), maxPetMemory);

const reseed = (engine: LocalSandboxes, names: Readonly<Record<number, string>>) =>
  engine.reseed({ ...engine.start, seeded: listOf(names) });

function add(engine: LocalSandboxes, name: string, id?: string): void {
  engine.control('default', 'addPet', { id, name, categoryId: '1' });
}

function list(engine: LocalSandboxes, sandbox = 'default'): string[] {
  const path = `/sandboxes/${sandbox}/v1/pets`;
  const pets = readJson(exchangeOn(engine, { path, query: 'limit=100' }).reply);
  return pets.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`);
}

test('keeps added pets, also as they were changed', () => {
  const engine = open();
  add(engine, 'Rex');
  add(engine, 'Max');
  engine.control('default', 'changePet', { id: '5', name: 'Tom' });

  reseed(engine, { 1: 'Ann', 2: 'Benny', 9: 'Zoe' });
  add(engine, 'Eva');

  expect(list(engine)).toEqual(['1 Ann', '2 Benny', '9 Zoe', '4 Rex', '5 Tom', '6 Eva']);
});

test('replaces an added pet by a seeded one with its id', () => {
  const engine = open();
  add(engine, 'Rex');

  reseed(engine, { 1: 'Ann', 4: 'Dan' });

  expect(list(engine)).toEqual(['1 Ann', '4 Dan']);
});

test('leaves a sandbox as it is whose seeded pets were changed', () => {
  const engine = open();
  engine.control('default', 'changePet', { id: '2', name: 'Bo' });
  engine.control('default', 'removePet', { id: '1' });

  reseed(engine, { 9: 'Zoe' });

  expect([list(engine), list(engine, 'new')]).toEqual([['2 Bo', '3 Cat'], ['9 Zoe']]);
});

test('leaves sandboxes with other pets as they are', () => {
  const engine = open();
  const start = { ...engine.start, seeded: listOf({ 8: 'Own' }) };
  engine.control('other', 'reset', { start });

  reseed(engine, { 9: 'Zoe' });

  expect([list(engine, 'other'), list(engine, 'new')]).toEqual([['8 Own'], ['9 Zoe']]);
});

test('succeeds when the memory for pets is used up', () => {
  const engine = open(500);
  expect(() => {
    for (;;) {
      add(engine, 'R'.repeat(100));
    }
  }).toThrow(/maxPetMemory/);

  reseed(engine, { 91: 'Zoe', 92: 'Z'.repeat(5_000) });

  expect(list(engine).slice(0, 1)).toEqual(['91 Zoe']);
});
