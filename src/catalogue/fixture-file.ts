import type { SeededPet } from '../engine/pets.js';
import { readInputFile } from '../options/files.js';
import { fixtureNames } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { FixtureProblem, readPets } from './read-pets.js';

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

async function describeProblem(error: unknown, text: string): Promise<string> {
  if (error instanceof FixtureProblem) {
    const [index, field] = error.path;
    const pet = index === undefined ? '' : ` pet ${Number(index) + 1}${field ? `, ${field}` : ''}`;
    return `line ${await findLine(text, error.path)}:${pet} ${error.message}.`;
  }
  if (!(error instanceof SyntaxError)) {
    return 'it is nested too deeply. It must be an array of Pet.';
  }
  const { message } = error;
  const { line, column } = positionAt(text, Number(/position (\d+)/.exec(message)?.[1] ?? 0));
  return `line ${line}, column ${column}: it is not JSON. ${message}.`;
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

/** @throws {UsageError} when the file can't be read, or is no fixture */
export async function readFixtureFile(path: string): Promise<SeededPet[]> {
  const bytes = readInputFile(
    path,
    (problem) =>
      `The fixture must be one of ${fixtureNames.join(', ')}, or a file; ` +
      `got "${path}", which ${problem}.`,
  );
  return readFixture(bytes, path);
}
