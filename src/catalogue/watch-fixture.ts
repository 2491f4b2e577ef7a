import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import { SeededCatalogue } from '../engine/pets/pet-index.js';
import { reseedAll } from '../engine/sandbox/changes.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { waitForTurn } from '../turn.js';
import { loadPets } from './load-pets.js';

/** Time between two looks at the file, in milliseconds. */
const interval = 200;

/** Describes the state of a file: another one after each write, and after a rename over it. */
async function readState(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** @throws {UsageError} when the fixture is a pipe or a device, which can be read only once */
async function checkFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) {
    throw new UsageError(
      `--watch requires a fixture that can be read again; got "${path}", which is no file. Save the pets in a file.`,
    );
  }
}

async function readPets(engine: Engine, options: ResolvedOptions): Promise<SeededCatalogue> {
  const pets = await loadPets(options);
  const scheme = engine.sandboxes.start.choices['id-scheme'];
  const steps = SeededCatalogue.create(pets, scheme);
  let step = steps.next();
  while (step.done !== true) {
    await waitForTurn();
    step = steps.next();
  }
  return step.value;
}

interface WatchObserver {
  onEvent(message: string): void;
  onError(message: string): void;
}

/**
 * Reads a fixture again each time that its file changes, until the signal. A file that is wrong may not be
 * complete yet: it is an error when it still is the same at the next look. The simulator then keeps its pets.
 *
 * @throws {UsageError} when the fixture can be read only once
 */
export async function watchFixture(
  engine: Engine,
  options: ResolvedOptions,
  { onEvent, onError }: WatchObserver,
  signal: AbortSignal,
): Promise<void> {
  const { fixture } = options;
  await checkFile(fixture);
  // Nothing is known yet, so the first look also finds a change during the start.
  let read: string | undefined;
  let wrong: string | undefined;
  const look = async () => {
    const state = await readState(fixture);
    if (state === read) {
      return;
    }
    try {
      const pets = await readPets(engine, options);
      read = state;
      if (!signal.aborted && reseedAll(engine.sandboxes, pets)) {
        onEvent(`The fixture ${fixture} was read again. Number of pets: ${pets.pets.length}.`);
      }
    } catch (error) {
      if (wrong === state && !signal.aborted) {
        const { message } = error as Error;
        read = state;
        onError(`${message} The simulator keeps the pets that it has.`);
      }
      wrong = state;
    }
  };
  const watch = async () => {
    while (!signal.aborted) {
      await look();
      await sleep(interval, undefined, { ref: false, signal }).catch(() => {});
    }
  };
  void watch();
}
