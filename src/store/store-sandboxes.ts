import { createHash, randomBytes } from 'node:crypto';
import { stringify } from 'lossless-json';
import { realTime } from '../base/real-time.js';
import { SimulatorError } from '../document/errors.js';
import type { ServiceRequest } from '../document/message.js';
import { admit, defaultSandbox } from '../engine/admit.js';
import { storeStart } from '../engine/checkpoint.js';
import type { ControlData, ControlName, ControlResult, SandboxSummary } from '../engine/control.js';
import type { Answer } from '../engine/handle.js';
import { measurePets } from '../engine/pets.js';
import type { Sandbox, SandboxStart } from '../engine/sandbox.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { StoreConnection } from './connection.js';
import { fingerprintsKey } from './log.js';
import { SandboxIndex } from './sandbox-index.js';
import { type SharedContext, SharedSandbox, type StoreOptions } from './shared-sandbox.js';

const maxSharedJournal = 100;
/** A sandbox may take this part of the limit for pets: in each process alike, whatever else it has. */
const petShare = 1 / 16;

/** Names what decides the answers of a process: others with an equal one can share its sandboxes. */
export function createFingerprint({ version, start, settings, ttl }: StoreOptions): string {
  const { seeded, seededKey, ...rest } = start;
  const { corsOrigin, corsCredentials, deprecatedSince, errors, accepts, extraFields } = settings;
  const replies = [corsOrigin, corsCredentials, deprecatedSince, errors, accepts, extraFields];
  const limits = [settings.maxPetMemory, settings.maxJournal];
  const text = stringify([version, rest, replies, limits, ttl, seeded.all]) as string;
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** @throws {UsageError} when the store can't be used at all; while it is away, requests are refused */
export async function connectStore(
  address: string,
  options: StoreOptions,
): Promise<StoreSandboxes> {
  const { ttl, logger } = options;
  const fingerprint = createFingerprint(options);
  const connection = await StoreConnection.open(address, (problem) =>
    problem === undefined
      ? logger.onEvent('The store that keeps the sandboxes can be used again.')
      : logger.onError(`The store (option store) can't be used: ${problem}. Requests get 501.`),
  );
  const used = await connection
    .command((client) => client.zrangebyscore(fingerprintsKey, realTime.Date.now() - ttl, '+inf'))
    .catch((): string[] => []);
  if (used.length > 0 && !used.includes(fingerprint)) {
    logger.onEvent(
      'The store has sandboxes of simulators with other options or of another version. This simulator ' +
        'does not use them: it begins new ones.',
    );
  }
  return new StoreSandboxes(connection, fingerprint, options);
}

export class StoreSandboxes implements Sandboxes {
  readonly start: SandboxStart;
  /** Of the sandboxes of all processes. */
  readonly revisions: SandboxIndex;
  readonly #context: SharedContext;
  /** The sandboxes that this process has in memory, the longest idle first. */
  readonly #shared = new Map<string, SharedSandbox>();

  constructor(connection: StoreConnection, fingerprint: string, options: StoreOptions) {
    const { maxJournal, maxJournalSize, maxPetMemory } = options.settings;
    this.start = options.start;
    const writer = randomBytes(9).toString('base64url');
    let counter = 0;
    this.#context = {
      ...options,
      connection,
      fingerprint,
      countEntry: () => {
        counter += 1;
        return `${writer} ${counter}`;
      },
      createLimits: () => ({
        quota: { size: 0, max: Math.ceil(maxPetMemory * petShare) },
        journals: { size: 0, max: maxJournalSize },
        maxJournal: Math.min(maxJournal, maxSharedJournal),
      }),
      onApplied: (...applied) => this.revisions.note(...applied),
    };
    this.revisions = new SandboxIndex(this.#context);
  }

  isReady(): boolean {
    return this.#context.connection.isReady;
  }

  async answer(request: ServiceRequest): Promise<Answer> {
    const { sandbox, ...admitted } = admit(request, this.#context.settings.apiKey);
    const command = { type: 'request', ...admitted } as const;
    const shared = this.#use(sandbox);
    try {
      return (await shared.run(command)) as Answer;
    } catch (error) {
      if (!(error instanceof SimulatorError)) {
        throw error;
      }
      const { code, message } = error;
      return shared.answerAside({ ...command, refusal: { code, message } });
    }
  }

  control<Name extends ControlName>(
    sandbox: string,
    type: Name,
    data: ControlData<Name>,
  ): Promise<ControlResult<Name>> {
    let plain: unknown = data;
    if (type === 'reset') {
      const { start, test } = data as ControlData<'reset'>;
      const isOwn = start.seededKey === this.start.seededKey;
      plain = { start: storeStart(isOwn ? start : { ...start, seededKey: undefined }), test };
    }
    const result = this.#use(sandbox).run({ type, data: plain });
    return result as Promise<ControlResult<Name>>;
  }

  async read<Value>(name: string, read: (sandbox: Sandbox, time: number) => Value): Promise<Value> {
    const shared = this.#use(name);
    // Catches up.
    await shared.run();
    return read(shared.peek(), shared.time);
  }

  async drop(name: string): Promise<boolean> {
    const shared = this.#use(name);
    const existed = await shared.run({ type: 'drop' }).catch(async (error: unknown) => {
      // Nothing is deleted because an answer was lost: others may have used the sandbox since.
      if (!(error instanceof SimulatorError && error.code === 'simulator_full')) {
        throw error;
      }
      const keys = await shared.remove();
      await this.revisions.note(name, `${shared.time + 1}-0`, undefined, true);
      return keys;
    });
    return Boolean(existed) || name === defaultSandbox;
  }

  async list(): Promise<SandboxSummary[]> {
    await this.revisions.sync();
    return this.revisions.listAll();
  }

  async close(): Promise<void> {
    await this.revisions.sync().catch(() => {});
    this.#context.connection.close();
  }

  /** Finds or creates the copy of a sandbox, which is the last used one from now on. */
  #use(name: string): SharedSandbox {
    const shared = this.#shared.get(name) ?? new SharedSandbox(name, this.#context);
    const isNew = !this.#shared.delete(name);
    this.#shared.set(name, shared);
    if (isNew) {
      this.#forgetIdle();
    }
    return shared;
  }

  /** Forgets the longest idle sandboxes beyond the limits; the store still has them. */
  #forgetIdle(): void {
    const { maxSandboxes, maxPetMemory } = this.#context.settings;
    const measure = () =>
      [...this.#shared.values()].reduce(
        (sum, { sandbox }) => sum + (sandbox ? measurePets(sandbox) : 0),
        0,
      );
    for (const [name, { isBusy }] of this.#shared) {
      if (this.#shared.size <= maxSandboxes && measure() <= maxPetMemory) {
        return;
      }
      if (!isBusy) {
        this.#shared.delete(name);
      }
    }
  }
}
