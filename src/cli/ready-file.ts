import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { checkWritable, type OutputFile, saveFile } from '../files.js';
import type { ListeningSimulator } from '../simulator-core.js';
import { describeReady } from './ready.js';

/** Maximum size of a ready file in bytes; what is larger is another file. */
const maxBytes = 16 * 1024;

/** Whether it is the ready file of a simulator that was killed. The first process of a container is always 1. */
function isStale(content: string): boolean {
  const { pid, url } = JSON.parse(content);
  if (typeof pid !== 'number' || typeof url !== 'string') {
    return false;
  }
  try {
    process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Removes a regular file by its content; links such as `/dev/stdout` stay. */
function removeFile(path: string, isRemoved: (content: string) => boolean): void {
  try {
    const stats = lstatSync(path);
    if (stats.isFile() && stats.size <= maxBytes && isRemoved(readFileSync(path, 'utf8'))) {
      rmSync(path);
    }
  } catch {
    // It is gone already, or not a ready file.
  }
}

/** A file that exists while the simulator listens, with what programs need to call it. */
export class ReadyFile {
  readonly #file: OutputFile;
  #content = '';

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
    removeFile(this.#file.path, isStale);
  }

  /** @throws {UsageError} when the file can't be written */
  async write(simulator: ListeningSimulator): Promise<void> {
    this.#content = `${JSON.stringify(describeReady(simulator), null, 2)}\n`;
    process.on('exit', this.remove);
    await saveFile(this.#file, this.#content);
  }

  /** Removes the file, unless another simulator wrote it since. */
  readonly remove = (): void => {
    removeFile(this.#file.path, (content) => content === this.#content);
  };
}
