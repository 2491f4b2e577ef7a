import { randomBytes } from 'node:crypto';
import { SimulatorError } from '../document/errors.js';
import type { ServiceRequest } from '../document/message.js';
import { admit, defaultSandbox } from '../engine/admit.js';
import type { Answer } from '../engine/answer.js';
import {
  type ControlData,
  type ControlName,
  type ControlResult,
  type SandboxSummary,
  summarizeSandbox,
} from '../engine/control.js';
import { handle } from '../engine/handle.js';
import { type PetList, Quota } from '../engine/pets.js';
import { createSandbox, type Sandbox, type SandboxStart } from '../engine/sandbox.js';
import type { Changes, Sandboxes, SandboxesSettings } from '../engine/sandboxes.js';
import type { StoreConnection } from './connection.js';
import { storeControl } from './entry.js';
import { BrokenSandboxError } from './errors.js';
import { SandboxIndex } from './sandbox-index.js';
import { createKeys } from './scripts.js';
import { type SharedContext, SharedSandbox } from './shared-sandbox.js';

/** How many exchanges the journal of a shared sandbox keeps at most. */
const maxSharedJournal = 100;
/** A sandbox may take this part of the limit for pets. */
const petShare = 1 / 16;
/** How many lists of seeded pets a process remembers. */
const maxSeededLists = 100;

export interface StoreSandboxesOptions {
  readonly start: SandboxStart;
  /** Loads the seeded pets of a name. */
  readonly loadStart: (seededKey: string) => SandboxStart | Promise<SandboxStart>;
  readonly settings: SandboxesSettings;
  /** How long an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  /** Only processes with the same share sandboxes. */
  readonly fingerprint: string;
  /** Replaces keys in a text. */
  readonly redact: (text: string) => string;
}

/** The sandboxes that processes share through a store. */
export class StoreSandboxes implements Sandboxes {
  readonly start: SandboxStart;
  readonly #settings: SandboxesSettings;
  readonly #connection: StoreConnection;
  readonly #index: SandboxIndex;
  readonly #context: SharedContext;
  readonly #seeded = new Map<string, PetList>();
  /** Those that this process has in memory, the longest idle first. */
  readonly #shared = new Map<string, SharedSandbox>();
  readonly #petSizes = new Map<string, number>();
  #petSize = 0;
  #counter = 0;

  constructor(connection: StoreConnection, options: StoreSandboxesOptions) {
    const { settings, ttl, fingerprint, loadStart, redact } = options;
    const { maxJournal, maxJournalSize, maxPetMemory } = settings;
    const journals = { size: 0, max: maxJournalSize };
    const keys = createKeys(fingerprint);
    const seededKey = options.start.seededKey ?? 'start';
    this.start = { ...options.start, seededKey };
    this.#seeded.set(seededKey, this.start.seeded);
    this.#settings = settings;
    this.#connection = connection;
    this.#index = new SandboxIndex(connection, keys.index, { fingerprint, ttl });
    this.#context = {
      ...{ start: this.start, settings, connection, keys, redact, ttl },
      writer: randomBytes(9).toString('base64url'),
      createCounter: () => {
        this.#counter += 1;
        return this.#counter;
      },
      createLimits: () => ({
        quota: new Quota(Math.ceil(maxPetMemory * petShare)),
        journals,
        maxJournal: Math.min(maxJournal, maxSharedJournal),
      }),
      findSeeded: (key) => this.#seeded.get(key) as PetList,
      loadSeeded: async (key) => {
        if (!this.#seeded.has(key)) {
          this.#rememberSeeded(key, (await loadStart(key)).seeded);
        }
      },
      onCaughtUp: (shared, isUsed) => this.#onCaughtUp(shared, isUsed),
    };
  }

  isReady(): boolean {
    return this.#connection.isReady;
  }

  async answer(request: ServiceRequest): Promise<Answer> {
    const admission = admit(request, this.#settings.apiKeys);
    const { sandbox: name, creates } = admission;
    try {
      if (!creates && !(await this.#exists(name))) {
        return this.#answerAside(name, admission);
      }
      return (await this.#use(name).run({
        type: 'request',
        creates,
        request: admission.request,
        refusal: admission.refusal,
      })) as Answer;
    } catch (error) {
      if (!(error instanceof SimulatorError)) {
        throw error;
      }
      const { code, message } = error;
      return this.#answerAside(name, { ...admission, refusal: { code, message } });
    }
  }

  async control<Name extends ControlName>(
    sandbox: string,
    type: Name,
    data: ControlData<Name>,
  ): Promise<ControlResult<Name>> {
    if (type === 'reset') {
      const { seededKey, seeded } = (data as ControlData<'reset'>).start;
      if (seededKey !== undefined && !this.#seeded.has(seededKey)) {
        this.#rememberSeeded(seededKey, seeded);
      }
    }
    return this.#use(sandbox).run(storeControl(type, data)) as Promise<ControlResult<Name>>;
  }

  read<Value>(sandbox: string, read: (sandbox: Sandbox) => Value): Promise<Value> {
    return this.#use(sandbox).read(read);
  }

  async drop(name: string): Promise<boolean> {
    const shared = this.#use(name);
    try {
      const existed = (await shared.run({ type: 'drop' })) as boolean;
      await this.#index.tellStore();
      return existed || name === defaultSandbox;
    } catch (error) {
      const isFull = error instanceof SimulatorError && error.code === 'simulator_full';
      if (!isFull && !(error instanceof BrokenSandboxError)) {
        throw error;
      }
      // Nothing can be appended: what the store has of it goes.
      await this.#index.forget(name);
      return (await shared.remove()) || name === defaultSandbox;
    }
  }

  async list(): Promise<SandboxSummary[]> {
    await this.#index.refresh();
    return this.#addDefault(this.#index.listKnown());
  }

  changesAfter(revision: number): Changes {
    const { sandboxes, names, ...changes } = this.#index.changesAfter(revision);
    return {
      ...changes,
      sandboxes: revision === 0 ? this.#addDefault(sandboxes) : sandboxes,
      names: [defaultSandbox, ...names.filter((name) => name !== defaultSandbox)],
    };
  }

  waitForChange(revision: number, signal: AbortSignal): Promise<void> {
    return this.#index.waitForChange(revision, signal);
  }

  /** Learns which sandboxes there are. */
  async open(): Promise<void> {
    if (this.isReady()) {
      await this.#index.refresh().catch(() => {});
    }
  }

  async close(): Promise<void> {
    if (this.isReady()) {
      await this.#index.close();
    }
    this.#connection.close();
  }

  /** The default sandbox comes first, whether it was used or not. */
  #addDefault(all: readonly SandboxSummary[]): SandboxSummary[] {
    const isDefault = ({ name }: SandboxSummary) => name === defaultSandbox;
    const first =
      all.find(isDefault) ??
      summarizeSandbox(createSandbox(defaultSandbox, this.start, this.#context.createLimits()));
    return [first, ...all.filter((summary) => !isDefault(summary))];
  }

  /** Answers a request in a sandbox that nobody keeps. */
  #answerAside(name: string, admission: ReturnType<typeof admit>): Answer {
    const { request, refusal } = admission;
    const limits = { ...this.#context.createLimits(), journals: { size: 0, max: 0 } };
    const sandbox = createSandbox(name, this.start, limits);
    return handle(sandbox, { type: 'request', request, refusal, time: Date.now() }, this.#settings);
  }

  async #exists(name: string): Promise<boolean> {
    const shared = this.#use(name);
    await shared.read(() => {});
    return shared.state.sandbox !== undefined;
  }

  /** Finds or creates the copy of a sandbox, which is the last used one from now on. */
  #use(name: string): SharedSandbox {
    const shared = this.#shared.get(name) ?? new SharedSandbox(name, this.#context);
    this.#shared.delete(name);
    this.#shared.set(name, shared);
    return shared;
  }

  #rememberSeeded(key: string, seeded: PetList): void {
    this.#seeded.set(key, seeded);
    if (this.#seeded.size > maxSeededLists) {
      // The first ones are those of the start.
      const [, oldest = key] = this.#seeded.keys();
      this.#seeded.delete(oldest);
    }
  }

  #onCaughtUp(shared: SharedSandbox, isUsed: boolean): void {
    const { name, state } = shared;
    const { sandbox, position } = state;
    if (isUsed) {
      this.#index.note(name, position.id, sandbox && summarizeSandbox(sandbox));
    }
    const size = sandbox?.pets.size ?? 0;
    this.#petSize += size - (this.#petSizes.get(name) ?? 0);
    this.#petSizes.set(name, size);
    this.#forgetIdle();
  }

  /** Forgets the longest idle sandboxes beyond the limits; the store still has them. */
  #forgetIdle(): void {
    const { maxSandboxes, maxPetMemory } = this.#settings;
    const { journals } = this.#context.createLimits();
    for (const [name, shared] of this.#shared) {
      if (
        this.#shared.size <= maxSandboxes &&
        this.#petSize <= maxPetMemory &&
        journals.size <= journals.max
      ) {
        return;
      }
      if (shared.isIdle) {
        shared.state.clear();
        this.#shared.delete(name);
        this.#petSize -= this.#petSizes.get(name) ?? 0;
        this.#petSizes.delete(name);
      }
    }
  }
}
