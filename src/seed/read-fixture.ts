import { isLosslessNumber, parse } from 'lossless-json';
import { document } from '../engine/generated/document.js';
import { readJsonInt64 } from '../engine/service/int64.js';
import { isPetStatus, type Pet, petStatuses } from '../engine/service/pet.js';
import type { SeededPet } from '../engine/service/seeded-catalogue.js';
import { describe } from '../engine/service/wording.js';
import { UsageError } from '../options/usage-error.js';

const { NewPet } = document.components.schemas;
const fields = ['id', ...Object.keys(NewPet.properties)];

/** What is wrong with a fixture, and where: the number of the pet and the field. */
class FixtureProblem extends Error {
  readonly path: (string | number)[];

  constructor(path: (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

function readInteger(value: unknown, path: (string | number)[]): bigint {
  const integer = isLosslessNumber(value) ? readJsonInt64(value.value) : undefined;
  if (integer === undefined) {
    throw new FixtureProblem(path, `must be an int64 integer, and ${came(value)}`);
  }
  return integer;
}

function came(value: unknown): string {
  return value === undefined ? 'it is missing' : `${describe(value)} is there`;
}

function readPet(value: unknown, index: number): Pet {
  if (describe(value) !== 'an object') {
    throw new FixtureProblem([index], `must be a Pet (section 2), and ${came(value)}`);
  }
  const { id, name, categoryId, status, ...others } = value as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const message = `is no field of a Pet (section 2; it has ${fields.join(', ')})`;
    throw new FixtureProblem([index, unknown], message);
  }
  if (typeof name !== 'string') {
    throw new FixtureProblem([index, 'name'], `must be a string, and ${came(name)}`);
  }
  const pet = {
    id: readInteger(id, [index, 'id']),
    name,
    categoryId: readInteger(categoryId, [index, 'categoryId']),
  };
  if (status === undefined) {
    return pet;
  }
  if (!isPetStatus(status)) {
    const message = `must be one of ${petStatuses.join(', ')}, and ${came(status)}`;
    throw new FixtureProblem([index, 'status'], message);
  }
  return { ...pet, status };
}

function readPets(text: string): Pet[] {
  const value = parse(text);
  if (!Array.isArray(value)) {
    throw new FixtureProblem([], `must be a JSON array of Pet (section 2), and ${came(value)}`);
  }
  const ids = new Map<bigint, number>();
  return value.map((item, index) => {
    const pet = readPet(item, index);
    const first = ids.get(pet.id);
    if (first !== undefined) {
      const message = `must be unique (section 2), and pet ${first + 1} has ${pet.id} too`;
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
    const { lineOf, positionAt } = await import('./fixture-error.js');
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
