import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** How long a command that is to end may take to tidy up, in milliseconds. */
const grace = 2_000;
/** How often it is asked whether anybody is left, in milliseconds. */
const interval = 20;

/** Whether a command can have a group of its own: what it started is ended with it. */
export const hasGroups = process.platform !== 'win32';

/** A command, with all that it started when it has a group of its own. */
export class CommandGroup {
  readonly #child: ChildProcess;
  readonly #own: boolean;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, own: boolean) {
    this.#child = child;
    this.#own = own;
  }

  /**
   * Sends a signal to all of the group; 0 only asks.
   *
   * @returns whether anybody is left
   */
  send(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (!this.#own || pid === undefined) {
      return this.#child.kill(signal as NodeJS.Signals);
    }
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }

  /** Ends all of the group: who doesn't heed SIGTERM in time is killed. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.send('SIGTERM');
    const deadline = performance.now() + grace;
    while (this.send(0)) {
      if (performance.now() > deadline) {
        this.send('SIGKILL');
        return;
      }
      await setTimeout(interval);
    }
  }
}
