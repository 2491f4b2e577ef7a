import { realTime } from '../base/real-time.js';
import type { ServiceRequest, ServiceResponse } from '../document/message.js';
import { admit, defaultSandbox } from './admit.js';
import type { ReplySettings } from './call.js';
import {
  type ControlData,
  type ControlName,
  type ControlResult,
  control,
  type SandboxSummary,
  summarizeSandbox,
} from './control.js';
import { type Answer, handle, handleInFront } from './handle.js';
import { createRedactor, minKeyLength } from './redactor.js';
import {
  clearJournal,
  createSandbox,
  releaseMemory,
  type Sandbox,
  type SandboxLimits,
  type SandboxStart,
} from './sandbox.js';

type MaybePromise<Value> = Value | Promise<Value>;

/**
 * The sandboxes of a simulator: those of this process, or those that several processes share. In this process
 * nothing returns a promise; elsewhere promises reject with a `SimulatorError` while the sandboxes are out of
 * reach.
 */
export interface Sandboxes {
  readonly start: SandboxStart;
  /** True while they are within reach; those of this process always are. */
  isReady?(): boolean;
  answer(request: ServiceRequest): MaybePromise<Answer>;
  /** Changes a sandbox, which is created if it doesn't exist. */
  control<Name extends ControlName>(
    sandbox: string,
    name: Name,
    data: ControlData<Name>,
  ): MaybePromise<ControlResult<Name>>;
  /**
   * Reads a sandbox as it is, or as a new one would be; it creates nothing.
   *
   * @param read must return a copy, never live state; it gets the time of the sandboxes' clock, too, in milliseconds
   * since 1970
   */
  read<Value>(
    sandbox: string,
    read: (sandbox: Sandbox, time: number) => Value,
  ): MaybePromise<Value>;
  /** Drops a sandbox; `default` begins anew. Returns whether there was one. */
  drop(sandbox: string): MaybePromise<boolean>;
  /** Lists all sandboxes: `default`, then the others in the order of their last use. */
  list(): MaybePromise<SandboxSummary[]>;
  /** Leaves sandboxes that are elsewhere. */
  close?(): Promise<void>;
  readonly revisions: Revisions;
}

export interface SandboxesSettings extends ReplySettings {
  readonly apiKey: readonly string[];
  readonly maxSandboxes: number;
  /** The limit for pets that sandboxes own, in characters. */
  readonly maxPetMemory: number;
  readonly maxJournal: number;
  /** The limit for the journals of all sandboxes, in characters. */
  readonly maxJournalSize: number;
}

/** The revision of all sandboxes, and who waits for the next change. */
export class Revisions {
  /** Rises with each change of a sandbox. */
  latest = 0;
  /** Waiting calls, by the sandbox that they wait for; undefined is any. */
  readonly #waiting = new Map<string | undefined, Set<() => void>>();

  bump(sandbox: string): void {
    this.latest += 1;
    for (const awaited of [sandbox, undefined]) {
      const waiting = this.#waiting.get(awaited) ?? [];
      this.#waiting.delete(awaited);
      for (const wake of waiting) {
        wake();
      }
    }
  }

  /** Resolves at the next change of the sandbox, or of any, or at the signal. */
  wait(signal: AbortSignal, sandbox?: string): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const waiting = this.#waiting.get(sandbox) ?? new Set();
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.set(sandbox, waiting.add(wake));
      signal.addEventListener('abort', wake);
    });
  }
}

/**
 * Sends a request to another service.
 *
 * @param path relative to its base URL
 * @param isOwnKey whether the request has a key of the simulator
 * @throws {SimulatorError} when there is no response
 */
export type Forward = (
  request: ServiceRequest,
  path: string,
  isOwnKey: boolean,
) => Promise<ServiceResponse>;

/** The sandboxes of this process: created at first use; beyond the limit, the longest idle goes. */
export class LocalSandboxes implements Sandboxes {
  readonly revisions = new Revisions();
  readonly #limits: SandboxLimits;
  /** In the order of their last use, the longest idle first: a Map keeps the order of insertion. */
  readonly #sandboxes = new Map<string, Sandbox>();

  constructor(
    readonly start: SandboxStart,
    readonly settings: SandboxesSettings,
  ) {
    const { maxPetMemory, maxJournal, maxJournalSize } = settings;
    this.#limits = {
      quota: { size: 0, max: maxPetMemory },
      journals: { size: 0, max: maxJournalSize },
      maxJournal,
    };
    this.#keep(this.#peek(defaultSandbox));
  }

  answer(request: ServiceRequest): Answer {
    const admitted = admit(request, this.settings.apiKey);
    const sandbox = this.#keep(this.#peek(admitted.sandbox));
    return this.#noteAnswer(sandbox, handle(sandbox, admitted, realTime.Date.now(), this.settings));
  }

  /** Answers a request in front of another service. What that service thinks of a key is its own affair. */
  async answerInFront(request: ServiceRequest, forward: Forward): Promise<Answer> {
    const admitted = admit(request, this.settings.apiKey);
    const { refusal, target } = admitted;
    const sandbox = this.#keep(this.#peek(admitted.sandbox));
    const isOwnKey = refusal === undefined && request.headers.authorization !== undefined;
    const send = () => forward(request, target?.path ?? '', isOwnKey);
    const isKeyRefused = refusal?.code === 'unauthorized';
    const command = isKeyRefused ? { ...admitted, refusal: undefined } : admitted;
    const key = request.headers.authorization?.replace(/^[a-z]+ +/i, '') ?? '';
    // A short one is a word of other texts, and no secret.
    const hide = createRedactor(key.length < minKeyLength ? [] : [key]);
    const now = realTime.Date.now();
    const answer = await handleInFront(sandbox, command, now, this.settings, send, hide);
    return this.#noteAnswer(sandbox, answer);
  }

  #noteAnswer(sandbox: Sandbox, answer: Answer): Answer {
    const { name } = sandbox;
    // The sandbox may have been dropped while another service answered.
    if (this.#sandboxes.get(name) !== sandbox) {
      clearJournal(sandbox);
    }
    const { size, max } = this.#limits.journals;
    if (size > max) {
      // The longest idle one that has any.
      const idle = [...this.#sandboxes.values()].find(({ journal }) => journal.length > 0);
      if (idle !== undefined) {
        idle.dropped += clearJournal(idle);
      }
    }
    this.revisions.bump(name);
    return answer;
  }

  control<Name extends ControlName>(
    name: string,
    type: Name,
    data: ControlData<Name>,
  ): ControlResult<Name> {
    const sandbox = this.#peek(name);
    const result = control(sandbox, type, data, realTime.Date.now());
    this.#keep(sandbox);
    this.revisions.bump(name);
    return result;
  }

  read<Value>(name: string, read: (sandbox: Sandbox, time: number) => Value): Value {
    return read(this.#peek(name), realTime.Date.now());
  }

  drop(name: string): boolean {
    const sandbox = this.#sandboxes.get(name);
    if (sandbox === undefined) {
      return false;
    }
    releaseMemory(sandbox);
    this.#sandboxes.delete(name);
    this.revisions.bump(name);
    if (name === defaultSandbox) {
      this.#keep(this.#peek(name));
    }
    return true;
  }

  list(): SandboxSummary[] {
    const others = [...this.#sandboxes.values()].filter(({ name }) => name !== defaultSandbox);
    return [this.#peek(defaultSandbox), ...others].map(summarizeSandbox);
  }

  /** A sandbox as it is or would be; it keeps nothing. */
  #peek(name: string): Sandbox {
    return this.#sandboxes.get(name) ?? createSandbox(name, this.start, this.#limits);
  }

  /** Keeps a sandbox, which is the last one that was used from now on. */
  #keep(sandbox: Sandbox): Sandbox {
    const { name } = sandbox;
    // The default sandbox always stays, so its last use doesn't matter.
    if (name === defaultSandbox && this.#sandboxes.has(name)) {
      return sandbox;
    }
    this.#sandboxes.delete(name);
    this.#sandboxes.set(name, sandbox);
    if (this.#sandboxes.size > this.settings.maxSandboxes) {
      // The default sandbox counts, and always stays.
      const idle = [...this.#sandboxes.keys()].find((one) => one !== defaultSandbox);
      if (idle !== undefined) {
        this.drop(idle);
      }
    }
    return sandbox;
  }
}
