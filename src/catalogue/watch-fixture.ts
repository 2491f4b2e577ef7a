import { type StatsListener, unwatchFile, watchFile } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededPet } from '../engine/pets.js';
import { UsageError } from '../options/usage-error.js';
import type { PetOptions } from './included-pets.js';
import { loadPets } from './load-pets.js';

/** Time between two looks at the file, in milliseconds. */
const interval = 200;

/** @throws {UsageError} when the fixture is a pipe or a device, which can be read only once */
async function checkFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) {
    throw new UsageError(
      `--watch requires a fixture that can be read again; got "${path}", which is no file. Save the pets in a file.`,
    );
  }
}

/**
 * Reads a fixture again each time that its file changes, until the signal. A file that is wrong may not be
 * complete yet, so it is read once more before that is an error; the simulator then keeps its pets.
 *
 * @throws {UsageError} when the fixture can be read only once
 */
export async function watchFixture(
  options: PetOptions,
  observer: { onPets(pets: readonly SeededPet[]): void; onError(message: string): void },
  signal: AbortSignal,
): Promise<void> {
  const { fixture } = options;
  await checkFile(fixture);
  const load = () => loadPets(options);
  const onChange: StatsListener = async () => {
    try {
      const pets = await load().catch(() => sleep(interval).then(load));
      if (!signal.aborted) {
        observer.onPets(pets);
      }
    } catch (error) {
      if (!signal.aborted) {
        observer.onError(`${(error as Error).message} The simulator keeps the pets that it has.`);
      }
    }
  };
  watchFile(fixture, { interval, persistent: false }, onChange);
  signal.addEventListener('abort', () => unwatchFile(fixture, onChange));
}
