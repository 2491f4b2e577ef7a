import { readFile } from 'node:fs/promises';
import type { SeededPet } from '../engine/service/seeded-catalogue.js';
import { fixturesFolder, namedFixtures } from '../options/named-fixtures.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { readFixture } from './read-fixture.js';

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
