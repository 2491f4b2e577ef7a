import { readFile } from 'node:fs/promises';
import { parse } from 'lossless-json';
import { describeValue } from '../engine/interface/format.js';
import { newPetFields, PetError, parsePet } from '../engine/pets/parse-pet.js';
import type { Pet } from '../engine/pets/pet.js';
import type { SeededPet } from '../engine/pets/pet-index.js';
import { fixturesFolder, namedFixtures } from '../options/config-file.js';
import { UsageError } from '../options/resolve.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';

const fields = ['id', ...newPetFields];

/** What is wrong with a fixture, and where: the number of the pet and the field. */
class FixtureProblem extends Error {
  readonly path: (string | number)[];

  constructor(path: (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

function readPet(value: unknown, index: number): Pet {
  const unknown = Object.keys(Object(value)).find((field) => !fields.includes(field));
  if (describeValue(value) === 'an object' && unknown !== undefined) {
    const message = `is no field of a Pet (section 2; it has ${fields.join(', ')})`;
    throw new FixtureProblem([index, unknown], message);
  }
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    throw new FixtureProblem(
      [index, ...(error.field === undefined ? [] : [error.field])],
      error.message,
    );
  }
}

function readPets(text: string): Pet[] {
  const value = parse(text);
  if (!Array.isArray(value)) {
    throw new FixtureProblem(
      [],
      `must be a JSON array of Pet (section 2); got ${describeValue(value)}`,
    );
  }
  const ids = new Map<bigint, number>();
  return value.map((item, index) => {
    const pet = readPet(item, index);
    const first = ids.get(pet.id);
    if (first !== undefined) {
      const message = `must be unique (section 2); pet ${first + 1} has ${pet.id} too`;
      throw new FixtureProblem([index, 'id'], message);
    }
    ids.set(pet.id, index);
    return pet;
  });
}

/** Editors put a byte order mark before a file; in a file it does no harm, so it is dropped. */
function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The fixture ${source} is not UTF-8, which JSON has to be. Save it so.`);
  }
}

/**
 * Reads a catalogue: a JSON array of Pet, as GET /pets answers it.
 *
 * @param source what the message calls it: the file's path
 * @throws {UsageError} that names line and field
 */
export async function readFixture(bytes: Uint8Array, source: string): Promise<SeededPet[]> {
  const text = decode(bytes, source);
  try {
    return readPets(text);
  } catch (error) {
    // Loaded only when something is wrong: lines are for messages.
    const { lineOf, positionAt } = await import('./fixture-position.js');
    if (error instanceof FixtureProblem) {
      const [index, field] = error.path;
      const where =
        index === undefined ? '' : ` pet ${Number(index) + 1}${field ? `, ${field}` : ''}`;
      const line = lineOf(text, error.path);
      throw new UsageError(`The fixture ${source}, line ${line}:${where} ${error.message}.`);
    }
    if (!(error instanceof SyntaxError)) {
      throw new UsageError(`The fixture ${source} is nested too deeply to be an array of Pet.`);
    }
    const reason = error.message;
    const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? 0);
    const { line, column } = positionAt(text, offset);
    const problem = reason.startsWith('Duplicate key') ? reason : `this is not JSON. ${reason}`;
    throw new UsageError(`The fixture ${source}, line ${line}, column ${column}: ${problem}.`);
  }
}

const generated = optionTable.fixture.default;

async function readNamed(name: string): Promise<SeededPet[]> {
  const url = new URL(`${name}.json`, fixturesFolder);
  return readFixture(await readFile(url), `${name}.json`);
}

async function readOwn(path: string): Promise<SeededPet[]> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `The fixture ${path} is neither one of ${namedFixtures().join(', ')} nor a file that can be ` +
        `read (${code}).`,
    );
  }
  return readFixture(bytes, path);
}

/** The default catalogue is ready-made, so that a start loads no generator. */
async function readOrGenerate(seed: number, count: number): Promise<SeededPet[]> {
  if (seed === optionTable.seed.default) {
    const ready = await readNamed(generated);
    if (count <= ready.length) {
      // Their identifiers are the id scheme's to assign.
      return ready.slice(0, count).map(({ id: _assigned, ...pet }) => pet);
    }
  }
  const { generatePets } = await import('./generate-pets.js');
  return generatePets(seed, count);
}

/** The pets that the options ask for. */
export async function loadPets({ fixture, seed, pets }: ResolvedOptions): Promise<SeededPet[]> {
  if (fixture === generated) {
    return readOrGenerate(seed, pets);
  }
  return namedFixtures().includes(fixture) ? readNamed(fixture) : readOwn(fixture);
}
