import type { Settings, SettingsChange } from '../schemas.js';
import type { SandboxCaller } from './caller.js';

/** How a sandbox behaves where the document is silent, how slow it is, and what its test intends. */
export class SandboxSettings {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  async read(): Promise<Settings> {
    return (await this.#call({ method: 'GET', path: '/settings' })) as Settings;
  }

  /**
   * Sets them; what isn't said becomes as the simulator was started. Pets stay as they are.
   *
   * @example
   * // What is sent from here on may be wrong: the summary and `--fail-on` know that it is meant so.
   * await sandbox.settings.set({ intended: ['violation'] });
   */
  async set(settings: SettingsChange): Promise<Settings> {
    return (await this.#call({ method: 'PUT', path: '/settings', body: settings })) as Settings;
  }
}
