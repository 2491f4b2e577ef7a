import { readFile } from 'node:fs/promises';
import { parse } from 'lossless-json';
import { describeValue } from '../engine/interface/format.js';
import { JsonCutter } from '../engine/interface/json-cutter.js';
import { newPetFields, type Pet, PetError, parsePet } from '../engine/pets/pet.js';
import type { SeededPet } from '../engine/pets/pet-index.js';
import { readFileInChunks } from '../options/read-file.js';
import { fixtureNames, optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { packageRoot } from '../package-root.js';

/** The folder of the named fixtures, which is part of the package. */
export const fixturesFolder = new URL('fixtures/', packageRoot);

const fields = ['id', ...newPetFields];

/** A fixture is wrong at a path: the index of a pet, and a field. */
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
    const message = `is unknown; a Pet has ${fields.join(', ')} (section 2)`;
    throw new FixtureProblem([index, unknown], message);
  }
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    throw new FixtureProblem(field === undefined ? [index] : [index, field], message);
  }
}

/** Parses the items of an array one by one: together they would take several times the memory. */
function* parseItems(text: string): Generator<unknown> {
  const cutter = new JsonCutter({
    opens: (path) => (path.length === 0 ? '[' : undefined),
    maxPiece: Number.POSITIVE_INFINITY,
  });
  for (const pieces of [cutter.push(text), cutter.end()]) {
    for (const { path, text: item, opens } of pieces) {
      const value = opens ? undefined : parse(item);
      if (path.length > 0) {
        yield value;
      } else if (!opens) {
        throw new FixtureProblem(
          [],
          `must be a JSON array of Pet (section 2); got ${describeValue(value)}`,
        );
      }
    }
  }
}

function readPets(text: string): Pet[] {
  const ids = new Map<bigint, number>();
  const pets: Pet[] = [];
  for (const item of parseItems(text)) {
    const index = pets.length;
    const pet = readPet(item, index);
    const first = ids.get(pet.id);
    if (first !== undefined) {
      const message = `must be unique (section 2); pet ${first + 1} has ${pet.id} too`;
      throw new FixtureProblem([index, 'id'], message);
    }
    ids.set(pet.id, index);
    pets.push(pet);
  }
  return pets;
}

/** Line and column of an offset, both counted from 1. */
function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

/** The line where the value at a path begins, or where the nearest one around it does. */
async function findLine(text: string, path: (string | number)[]): Promise<number> {
  // Loaded only for a message: most fixtures are right.
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const tree = parseTree(text);
  for (let depth = path.length; tree !== undefined && depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node !== undefined) {
      return positionAt(text, node.offset).line;
    }
  }
  return 1;
}

/** Parses all of a text, for an error with its place in it. */
function findSyntaxError(text: string): SyntaxError | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error : undefined;
  }
}

async function describeProblem(error: unknown, text: string): Promise<string> {
  if (error instanceof FixtureProblem) {
    const [index, field] = error.path;
    const pet = index === undefined ? '' : ` pet ${Number(index) + 1}${field ? `, ${field}` : ''}`;
    return `line ${await findLine(text, error.path)}:${pet} ${error.message}.`;
  }
  if (!(error instanceof SyntaxError)) {
    return 'it is nested too deeply. It must be an array of Pet.';
  }
  const { message } = findSyntaxError(text) ?? error;
  const { line, column } = positionAt(text, Number(/position (\d+)/.exec(message)?.[1] ?? 0));
  const problem = message.startsWith('Duplicate key') ? message : `it is not JSON. ${message}`;
  return `line ${line}, column ${column}: ${problem}.`;
}

/**
 * Reads the pets of a fixture: a JSON array of Pet, as GET /pets returns it.
 *
 * @param source what the message calls the fixture: its path
 * @throws {UsageError} that names line and field
 */
export async function readFixture(bytes: Uint8Array, source: string): Promise<SeededPet[]> {
  let text: string;
  try {
    // Drops the byte order mark that some editors write.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The fixture ${source} must be UTF-8. Save it as UTF-8.`);
  }
  try {
    return readPets(text);
  } catch (error) {
    throw new UsageError(`The fixture ${source}, ${await describeProblem(error, text)}`);
  }
}

const generated = optionTable.fixture.default;

/** Reads the pets of the default seed. Their file is generated, so its numbers need no such care. */
async function readReady(): Promise<SeededPet[]> {
  const text = await readFile(new URL(`${generated}.json`, fixturesFolder), 'utf8');
  const pets = JSON.parse(text) as (Omit<Pet, 'id' | 'categoryId'> & { categoryId: number })[];
  // Without their identifiers, which the open point id-scheme assigns.
  return pets.map(({ name, categoryId, status }) => ({
    name,
    categoryId: BigInt(categoryId),
    ...(status === undefined ? {} : { status }),
  }));
}

async function readNamed(name: string): Promise<SeededPet[]> {
  const url = new URL(`${name}.json`, fixturesFolder);
  return readFixture(await readFile(url), `${name}.json`);
}

/** The largest fixture, in bytes. */
const maxFixtureBytes = 128 * 1024 ** 2;

async function readOwn(path: string): Promise<SeededPet[]> {
  const chunks: Uint8Array[] = [];
  const describe = (problem: string) =>
    `The fixture must be one of ${fixtureNames.join(', ')}, or a file; ` +
    `got "${path}", which ${problem}.`;
  for await (const chunk of readFileInChunks({ path, maxBytes: maxFixtureBytes, describe })) {
    chunks.push(chunk);
  }
  return readFixture(Buffer.concat(chunks), path);
}

async function readOrGenerate(seed: number, count: number): Promise<SeededPet[]> {
  // The pets of the default seed come as a file, so that a start loads no generator.
  if (seed === optionTable.seed.default) {
    const ready = await readReady();
    if (count <= ready.length) {
      return ready.slice(0, count);
    }
  }
  const { generatePets } = await import('./generate-pets.js');
  return generatePets(seed, count);
}

/**
 * Loads the initial pets.
 *
 * @throws {UsageError} when the fixture can't be read
 */
export async function loadPets({ fixture, seed, pets }: ResolvedOptions): Promise<SeededPet[]> {
  if (fixture === generated) {
    return readOrGenerate(seed, pets);
  }
  return fixtureNames.includes(fixture) ? readNamed(fixture) : readOwn(fixture);
}
