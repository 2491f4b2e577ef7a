/** A sandbox's time: real, or frozen at an instant. */
export type ClockSetting = 'real' | Date;

/** What a clock shows. */
export interface ClockState {
  readonly mode: 'real' | 'frozen';
  /** ISO 8601. */
  readonly now: string;
  /** How far a real clock was advanced, in milliseconds. */
  readonly advanced: number;
}

/** The years that ISO 8601 writes with four digits, as every reader of it takes them. */
const [earliest, latest] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Whether a clock can show an instant, in milliseconds since 1970. */
export function canShow(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}

export class Clock {
  readonly #start: ClockSetting;
  /** Milliseconds since 1970; nothing while the clock is real. */
  #frozen: number | undefined;
  #advanced = 0;

  constructor(setting: ClockSetting) {
    this.#start = setting;
    this.reset();
  }

  /** Milliseconds since 1970 in this sandbox. */
  now(): number {
    return this.#frozen ?? Date.now() + this.#advanced;
  }

  /** Runs as real time does, or stands still at an instant. */
  set(setting: ClockSetting): void {
    this.#frozen = setting === 'real' ? undefined : setting.getTime();
    this.#advanced = 0;
  }

  /** Goes forward, or back with a negative number of milliseconds; a real clock runs on from there. */
  advance(milliseconds: number): void {
    if (this.#frozen === undefined) {
      this.#advanced += milliseconds;
    } else {
      this.#frozen += milliseconds;
    }
  }

  /** Shows what another clock showed. */
  restore({ mode, now, advanced }: ClockState): void {
    this.set(mode === 'real' ? 'real' : new Date(now));
    this.#advanced = mode === 'real' ? advanced : 0;
  }

  /** As it was when the sandbox was made. */
  reset(): void {
    this.set(this.#start);
  }

  state(): ClockState {
    return {
      mode: this.#frozen === undefined ? 'real' : 'frozen',
      now: new Date(this.now()).toISOString(),
      advanced: this.#advanced,
    };
  }
}
