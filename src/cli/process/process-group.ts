import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { getSignalExitCode } from '../exit-codes.js';

export interface Exit {
  /** Its exit code; as in shells, 128 plus the signal that ended it. */
  readonly code: number;
  readonly signal: NodeJS.Signals | undefined;
}

export function createExit(code: number | null, signal: NodeJS.Signals | null): Exit {
  return signal === null
    ? { code: code ?? 1, signal: undefined }
    : { code: getSignalExitCode(signal), signal };
}

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const gracePeriod = 2_000;
/** Time between two checks for remaining processes, in milliseconds. */
const pollInterval = 20;

/** Whether a command can have a process group of its own, and end with all that it started. */
export const supportsGroups = process.platform !== 'win32';

/** A command, with all processes that it started when it has a group of its own. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #ownsGroup: boolean;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, ownsGroup: boolean) {
    this.#child = child;
    this.#ownsGroup = ownsGroup;
  }

  /**
   * Sends a signal to the whole group; 0 sends none.
   *
   * @returns whether a process of the group is alive
   */
  send(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (!this.#ownsGroup || pid === undefined) {
      return this.#child.kill(signal as NodeJS.Signals);
    }
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }

  /** Ends the whole group; kills what ignores SIGTERM. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.send('SIGTERM');
    const deadline = performance.now() + gracePeriod;
    while (this.send(0)) {
      if (performance.now() > deadline) {
        this.send('SIGKILL');
        return;
      }
      await setTimeout(pollInterval);
    }
  }
}
