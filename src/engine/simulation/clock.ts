/** A sandbox's time: real, or frozen at an instant. */
export type ClockSetting = 'real' | Date;

export class Clock {
  #setting: ClockSetting;

  constructor(setting: ClockSetting) {
    this.#setting = setting;
  }

  /** Milliseconds since 1970 in this sandbox. */
  now(): number {
    return this.#setting === 'real' ? Date.now() : this.#setting.getTime();
  }
}
