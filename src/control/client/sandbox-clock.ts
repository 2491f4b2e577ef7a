import type { ClockChange, ClockReading } from '../schemas.js';
import type { SandboxCaller } from './caller.js';

/** The time of a sandbox: real, or frozen at an instant. */
export class SandboxClock {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  async now(): Promise<Date> {
    const reading = await this.#call({ method: 'GET', path: '/clock' });
    return new Date((reading as ClockReading).now);
  }

  /** Stands still at an instant, or now. */
  async freeze(at?: Date | string): Promise<void> {
    const now = at instanceof Date ? at.toISOString() : at;
    await this.#change({ mode: 'frozen', ...(now === undefined ? {} : { now }) });
  }

  /** Goes forward by so many milliseconds, or back; a real clock runs on from there. */
  async advance(milliseconds: number): Promise<void> {
    await this.#change({ advance: milliseconds });
  }

  /** Runs as real time does. */
  async release(): Promise<void> {
    await this.#change({ mode: 'real' });
  }

  async #change(change: ClockChange): Promise<void> {
    await this.#call({ method: 'PUT', path: '/clock', body: change });
  }
}
