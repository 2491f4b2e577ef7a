import { isSandboxName, noSandboxName } from '../../engine/simulation/sandbox-selection.js';
import { UsageError } from '../../options/usage-error.js';
import type { SandboxInfo } from '../schemas.js';
import type { ControlCaller } from './caller.js';
import { SandboxHandle, type ServiceAddress } from './sandbox-handle.js';

/** A name that no other sandbox has. */
const freeName = () => `sandbox-${crypto.randomUUID()}`;

/** The sandboxes of a simulator. */
export class SandboxControl {
  readonly #address: ServiceAddress;
  readonly #caller: ControlCaller;

  constructor(address: ServiceAddress, caller: ControlCaller) {
    this.#address = address;
    this.#caller = caller;
  }

  /** @param name 1 to 64 letters, digits, hyphens and underscores. Default: one that nobody has */
  sandbox(name = freeName()): SandboxHandle {
    if (!isSandboxName(name)) {
      throw new UsageError(noSandboxName(name));
    }
    return new SandboxHandle(name, this.#address, this.#caller);
  }

  /** All that are kept, `default` first. */
  async sandboxes(): Promise<SandboxInfo[]> {
    const reply = await this.#caller({ method: 'GET', path: '/sandboxes', sandbox: 'default' });
    return (reply as { readonly sandboxes: SandboxInfo[] }).sandboxes;
  }
}
