import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import { SeededCatalogue, type SeededPet } from '../../src/engine/pets/pet-index.js';
import { applyChange, reseedAll } from '../../src/engine/sandbox/changes.js';
import { prepareRestore, type Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { engineOf, exchangeOn, readJson } from '../properties/engine.js';

/** Seeded pets of one category, by their names. */
const petsOf = (names: Readonly<Record<number, string>>): SeededPet[] =>
  Object.entries(names).map(([id, name]) => ({ id: BigInt(id), name, categoryId: 1n }));

const catalogueOf = (names: Readonly<Record<number, string>>) =>
  new SeededCatalogue(petsOf(names), 'sequential');

const open = (maxPetMemory?: number) =>
  engineOf(
    resolveChoices('default', { 'list-order': 'oldest-first' }),
    petsOf({ 1: 'Ann', 2: 'Ben', 3: 'Cat' }),
    maxPetMemory,
  );

function add(sandbox: Sandbox, name: string, id?: bigint): void {
  const pet = sandbox.catalogue.prepare({ name, categoryId: 1n }, 'sequential');
  const json = id === undefined ? pet.json : pet.json.replace(`"id":${pet.id}`, `"id":${id}`);
  applyChange(sandbox, { type: 'pet-added', pet: { ...pet, id: id ?? pet.id, json } });
}

function list(engine: Engine, sandbox = 'default'): string[] {
  const { reply } = exchangeOn(engine, {
    path: `/sandboxes/${sandbox}/v1/pets`,
    query: 'limit=100',
  });
  return readJson(reply).map(({ id, name }: { id: number; name: string }) => `${id} ${name}`);
}

test('keeps added pets when the seeded ones change', () => {
  const engine = open();
  const sandbox = engine.sandboxes.getOrCreate('default');
  add(sandbox, 'Rex');
  add(sandbox, 'Max');
  const max = '{"id":5,"name":"Tom","categoryId":1}';
  applyChange(sandbox, { type: 'pet-replaced', id: 5n, json: max });

  reseedAll(engine.sandboxes, catalogueOf({ 9: 'Zoe' }));
  add(sandbox, 'Eva');

  expect(list(engine)).toEqual(['9 Zoe', '4 Rex', '5 Tom', '6 Eva']);
});

test('keeps changes of seeded pets that are still there', () => {
  const engine = open();
  const sandbox = engine.sandboxes.getOrCreate('default');
  const json = '{"id":2,"name":"Bo","categoryId":1}';
  applyChange(sandbox, { type: 'pet-replaced', id: 2n, json });
  applyChange(sandbox, { type: 'pet-replaced', id: 1n, json: null });
  applyChange(sandbox, { type: 'pet-replaced', id: 3n, json: null });

  reseedAll(engine.sandboxes, catalogueOf({ 1: 'Ann', 2: 'Benny', 7: 'Gil' }));

  expect(list(engine)).toEqual(['2 Bo', '7 Gil']);
});

test('replaces an added pet by a seeded one with its id', () => {
  const engine = open();
  add(engine.sandboxes.getOrCreate('default'), 'Rex');

  reseedAll(engine.sandboxes, catalogueOf({ 1: 'Ann', 4: 'Dan' }));

  expect(list(engine)).toEqual(['1 Ann', '4 Dan']);
});

test('keeps an added pet in the place of a seeded one that was removed', () => {
  const engine = open();
  const sandbox = engine.sandboxes.getOrCreate('default');
  applyChange(sandbox, { type: 'pet-replaced', id: 2n, json: null });
  add(sandbox, 'Rex', 2n);

  reseedAll(engine.sandboxes, catalogueOf({ 1: 'Ann', 2: 'Benny' }));

  expect(list(engine)).toEqual(['1 Ann', '2 Rex']);
});

test('leaves sandboxes with other pets as they are', () => {
  const engine = open();
  const { sandboxes } = engine;
  const other = sandboxes.getOrCreate('other');
  const start = { ...sandboxes.start, seeded: catalogueOf({ 8: 'Own' }).pets };
  applyChange(other, { type: 'reset', start });
  add(sandboxes.getOrCreate('default'), 'Rex');

  reseedAll(sandboxes, catalogueOf({ 9: 'Zoe' }));

  expect([list(engine, 'other'), list(engine, 'new')]).toEqual([['8 Own'], ['9 Zoe']]);
});

test('adds a pet that follows the others', () => {
  const engine = open();

  expect(reseedAll(engine.sandboxes, catalogueOf({ 1: 'Ann', 2: 'Ben', 3: 'Cat', 4: 'Dan' }))).toBe(
    true,
  );

  expect(list(engine)).toEqual(['1 Ann', '2 Ben', '3 Cat', '4 Dan']);
});

test('does nothing when the pets are the same', () => {
  const { sandboxes } = open();

  expect(reseedAll(sandboxes, catalogueOf({ 1: 'Ann', 2: 'Ben', 3: 'Cat' }))).toBe(false);
});

test('succeeds when the memory for pets is used up, and counts no more', () => {
  const { sandboxes } = open(2_000);
  const sandbox = sandboxes.getOrCreate('default');
  const fill = () => {
    for (;;) {
      add(sandbox, 'R'.repeat(100));
    }
  };
  expect(fill).toThrow(/max-pet-memory/);
  const { size } = sandbox.catalogue.memory;

  reseedAll(sandboxes, catalogueOf({ 91: 'Zoe', 92: 'Z'.repeat(5_000) }));

  expect(sandbox.catalogue.memory.size).toBe(size);
  reseedAll(sandboxes, catalogueOf({ 4: 'Dan' }));
  expect(sandbox.catalogue.memory.size).toBeLessThan(size);
});

test('counts the earlier pets of a restore that was under way', () => {
  const { sandboxes } = open();
  const sandbox = sandboxes.getOrCreate('default');
  const state = { ...sandbox.state() };
  Array.from(prepareRestore(state, sandboxes.resources));

  reseedAll(sandboxes, catalogueOf({ 9: 'Zoe' }));
  applyChange(sandbox, { type: 'restored', state });

  expect(sandbox.catalogue.count(undefined)).toBe(3);
  expect(sandbox.catalogue.memory.size).toBeGreaterThan(0);
});
