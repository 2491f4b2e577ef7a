import { readFileSync, rmSync } from 'node:fs';
import { checkWritable, type OutputFile, saveFile } from '../options/files.js';
import { optionTable } from '../options/table.js';
import type { ListeningSimulator } from '../simulator/node-core.js';

/** Describes what programs need to call a simulator that listens. */
function describeReady({ url, origin, port, apiKey }: ListeningSimulator) {
  // A configured key may be in use elsewhere, so it is neither printed nor written.
  const isDefault = optionTable.apiKey.default.includes(apiKey);
  return { url, origin, port, ...(isDefault && { apiKey }), pid: process.pid };
}

/** Formats the ready line for people; no full stop follows the URL, so that it can be copied. */
export function formatReady(simulator: ListeningSimulator): string {
  const { url, origin, apiKey = '<key>' } = describeReady(simulator);
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return `Animal Store simulator is ready at ${url} - console: ${origin}/ - try: ${curl}`;
}

/** Formats the ready line as one line of a JSON log. */
export function formatReadyJson(simulator: ListeningSimulator): string {
  return JSON.stringify({ time: new Date(), level: 'info', ready: describeReady(simulator) });
}

/** Whether a process with that id lives. The first process of a container is always 1. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A file that exists while the simulator listens, with what programs need to call it. */
export class ReadyFile {
  readonly #file: OutputFile;

  constructor(path: string) {
    this.#file = { path, label: `--ready-file: the file ${path}` };
  }

  /**
   * Removes the file of a simulator that was killed.
   *
   * @throws {UsageError} when the file can't be written
   */
  async prepare(): Promise<void> {
    await checkWritable(this.#file);
    this.#removeOf((pid) => !isAlive(pid));
  }

  /** @throws {UsageError} when the file can't be written */
  async write(simulator: ListeningSimulator): Promise<void> {
    process.on('exit', this.remove);
    await saveFile(this.#file, `${JSON.stringify(describeReady(simulator), null, 2)}\n`);
  }

  /** Removes the file, unless another simulator wrote it since. */
  readonly remove = (): void => this.#removeOf((pid) => pid === process.pid);

  #removeOf(isOwner: (pid: number) => boolean): void {
    try {
      const { pid, url } = JSON.parse(readFileSync(this.#file.path, 'utf8'));
      if (typeof pid === 'number' && typeof url === 'string' && isOwner(pid)) {
        rmSync(this.#file.path);
      }
    } catch {
      // It is gone already, or not a ready file.
    }
  }
}
