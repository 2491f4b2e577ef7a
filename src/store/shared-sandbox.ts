import type { SandboxSummary } from '../engine/backend.js';
import {
  commit,
  createExchange,
  type Decision,
  decide,
  type Exchange,
  type Target,
} from '../engine/exchange.js';
import type { ServiceRequest } from '../engine/interface/message.js';
import { summarizeSandbox } from '../engine/local-backend.js';
import { applyChange, recordChanges } from '../engine/sandbox/changes.js';
import type { LogEntry } from '../engine/sandbox/log-entry.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { listSeeded } from './change-codec.js';
import { encodeCheckpoint } from './checkpoint-codec.js';
import { createUnavailableError } from './errors.js';
import { encodeEntry } from './log-codec.js';
import { Replica } from './replica.js';
import { writeInfo } from './sandbox-index.js';
import { type Addition, type LogItem, SandboxLog } from './sandbox-log.js';
import type { Store } from './store.js';

/** How many requests are appended at once. */
const maxBatch = 64;

/** Something that waits for its turn in a sandbox. */
interface Waiting<Result> {
  /** When it must end, by `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface WaitingRequest extends Waiting<Exchange> {
  readonly request: ServiceRequest;
  readonly target: Target;
  /** When it arrived, by `performance.now()`. */
  readonly start: number;
}

interface WaitingTask extends Waiting<void> {
  readonly run: (deadline: number) => Promise<void>;
}

interface Decided {
  readonly waiting: WaitingRequest;
  readonly decision: Decision;
  readonly entry: LogEntry;
}

const isRequest = (waiting: WaitingRequest | WaitingTask | undefined): waiting is WaitingRequest =>
  waiting !== undefined && 'request' in waiting;

/** Told what happened to a sandbox. */
export interface SharedSandboxObserver {
  /** The sandbox is as it is in the store. */
  onCaughtUp(name: string, replica: Replica | undefined): void;
  /** This process recorded exchanges from this number on. */
  onRecorded(name: string, firstNumber: number): void;
}

/**
 * A sandbox that processes share. One operation at a time: it decides on the replica, appends to the log, and
 * only then applies and answers. If others were first, it catches up and decides again.
 */
export class SharedSandbox {
  readonly name: string;
  readonly #store: Store;
  readonly #log: SandboxLog;
  readonly #observer: SharedSandboxObserver;
  #replica: Replica | undefined;
  readonly #waiting: (WaitingRequest | WaitingTask)[] = [];
  #isRunning = false;
  #isCatchUpDue = false;

  constructor(store: Store, name: string, observer: SharedSandboxObserver) {
    this.name = name;
    this.#store = store;
    this.#log = new SandboxLog(store.connection, store.database, name);
    this.#observer = observer;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#replica?.size ?? 0;
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  /** The replica as it is, which others may have overtaken. */
  get replica(): Replica | undefined {
    return this.#replica;
  }

  exchange(request: ServiceRequest, target: Target): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      const { deadline } = this.#store;
      const start = performance.now();
      this.#add({ request, target, start, deadline, resolve, reject });
    });
  }

  /** Catches up, and returns the sandbox. */
  read(): Promise<Sandbox> {
    return this.#perform(async (deadline) => {
      const replica = await this.#catchUp(deadline);
      return replica?.sandbox ?? this.#store.engine.sandboxes.peek(this.name);
    });
  }

  /** Catches up in its turn, unless it is about to. */
  catchUpSoon(): void {
    if (!this.#isCatchUpDue) {
      this.#isCatchUpDue = true;
      const catchUp = (deadline: number) => {
        this.#isCatchUpDue = false;
        return this.#catchUp(deadline);
      };
      // While the store is away nobody learns more; the next message or poll comes later.
      this.#perform(catchUp).catch(() => {
        this.#isCatchUpDue = false;
      });
    }
  }

  update<Result>(act: (sandbox: Sandbox) => Result): Promise<Result> {
    return this.#perform(async (deadline) => {
      for (;;) {
        const replica = await this.#catchUp(deadline);
        const outcome = await this.#act(replica, act, deadline);
        if (outcome !== undefined) {
          return outcome.result;
        }
        this.#checkTime(deadline);
      }
    });
  }

  drop(): Promise<boolean> {
    return this.#perform(async (deadline) => {
      const existed = await this.#log.drop(deadline);
      this.#forget();
      return existed;
    });
  }

  #add(waiting: WaitingRequest | WaitingTask): void {
    this.#waiting.push(waiting);
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#runAll();
    }
  }

  #perform<Result>(act: (deadline: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async (deadline: number) => resolve(await act(deadline));
      const done = () => {};
      this.#add({ run, deadline: this.#store.deadline, resolve: done, reject });
    });
  }

  async #runAll(): Promise<void> {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined) {
        break;
      }
      if (isRequest(first)) {
        await this.#answer(this.#takeRequests());
      } else {
        this.#waiting.shift();
        await this.#runTask(first);
      }
      await this.#keepCheckpoint();
    }
    this.#isRunning = false;
  }

  #takeRequests(): WaitingRequest[] {
    const end = this.#waiting.findIndex((one) => !isRequest(one));
    const count = Math.min(end < 0 ? this.#waiting.length : end, maxBatch);
    return this.#waiting.splice(0, count).filter(isRequest);
  }

  async #runTask({ run, deadline, reject }: WaitingTask): Promise<void> {
    try {
      this.#checkTime(deadline);
      await run(deadline);
    } catch (error) {
      reject(error);
    }
  }

  /** Answers requests in their order, as many at a time as can be decided without each other's changes. */
  async #answer(requests: readonly WaitingRequest[]): Promise<void> {
    let left = requests;
    try {
      while (left[0] !== undefined) {
        const { deadline } = left[0];
        this.#checkTime(deadline);
        const replica = this.#replica ?? (await this.#load(deadline));
        const count = await (replica === undefined
          ? this.#answerFirst(left[0], deadline)
          : this.#append(replica, left, deadline));
        left = left.slice(count);
      }
    } catch (error) {
      for (const { reject } of left) {
        reject(error);
      }
    }
  }

  /** Answers the first request of a sandbox that doesn't exist; returns how many were answered. */
  async #answerFirst(waiting: WaitingRequest, deadline: number): Promise<number> {
    const { engine, codec, origin } = this.#store;
    if (!waiting.target.creates) {
      const sandbox = engine.sandboxes.peek(this.name);
      // Like the sandbox, the exchange is kept nowhere but in the summary of this process.
      waiting.resolve(commit(this.#decideOne(waiting, sandbox)));
      return 1;
    }
    await codec.pets.keep(origin.start.seeded, deadline);
    const replica = Replica.create(this.#store, this.name);
    const decided = this.#decide(replica, [waiting]);
    const items = this.#createItems(decided, 0);
    const isCreated = await this.#create(replica, this.#createAddition(decided, items), deadline);
    if (isCreated) {
      this.#commit(replica, decided, items);
    }
    return isCreated ? 1 : 0;
  }

  /** Answers requests; returns how many were answered: none if others were first. */
  async #append(
    replica: Replica,
    waiting: readonly WaitingRequest[],
    deadline: number,
  ): Promise<number> {
    const ttl = await this.#refresh(replica, deadline);
    const decided = this.#decide(replica, waiting);
    const items = this.#createItems(decided, replica.version);
    const addition = { ...this.#createAddition(decided, items), ttl };
    if (!(await this.#appendTo(replica, addition, deadline))) {
      return 0;
    }
    this.#commit(replica, decided, items);
    return decided.length;
  }

  /** Decides requests until the first that changes the sandbox. */
  #decide({ sandbox }: Replica, waiting: readonly WaitingRequest[]): Decided[] {
    const decided: Decided[] = [];
    for (const one of waiting) {
      const decision = this.#decideOne(one, sandbox);
      const entry = this.#createEntry(one, decision, decided.length);
      decided.push({ waiting: one, decision, entry });
      if (decision.changes.length > 0) {
        break;
      }
    }
    return decided;
  }

  #decideOne({ request, target }: WaitingRequest, sandbox: Sandbox): Decision {
    return decide(request, target, sandbox, this.#store.engine.settings);
  }

  /** @param before how many exchanges are appended together with it, before it */
  #createEntry({ start }: WaitingRequest, decision: Decision, before: number): LogEntry {
    const duration = performance.now() - start + decision.reply.delay;
    const number = decision.sandbox.journal.total + 1 + before;
    const exchange = this.#store.recorder.record(decision, number, duration);
    return { time: exchange.time, changes: decision.changes, exchange };
  }

  #createItems(decided: readonly Decided[], version: number): LogItem[] {
    return decided.map(({ entry }, place) => ({
      id: this.#store.createId(version + 1 + place),
      text: encodeEntry(entry, this.#store.codec),
    }));
  }

  #createAddition(decided: readonly Decided[], items: readonly LogItem[]): Addition {
    const sandbox = (decided[0] as Decided).decision.sandbox;
    const changes = decided.flatMap(({ decision }) => decision.changes);
    const added = changes.filter(({ type }) => type === 'pet-added').length;
    const summary = summarizeSandbox(sandbox);
    const requests = summary.requests + decided.length;
    const info = this.#writeInfo({ ...summary, pets: summary.pets + added, requests });
    return { items, info, firstNumber: summary.requests + 1, ttl: this.#store.ttl };
  }

  #writeInfo({ test, ...counts }: SandboxSummary): string {
    return writeInfo({ ...counts, test: test && this.#store.recorder.text(test) });
  }

  #commit(replica: Replica, decided: readonly Decided[], items: readonly LogItem[]): void {
    const { engine } = this.#store;
    this.#observer.onRecorded(this.name, replica.sandbox.journal.total + 1);
    for (const [place, { waiting, decision, entry }] of decided.entries()) {
      const { outcome, request } = decision;
      replica.apply(entry, items[place] as LogItem, (read) => {
        engine.announce(outcome, request, read);
      });
      waiting.resolve(createExchange(decision, replica.sandbox.journal.total));
    }
    this.#observer.onCaughtUp(this.name, replica);
  }

  /** Returns nothing when others were first. */
  async #act<Result>(
    known: Replica | undefined,
    act: (sandbox: Sandbox) => Result,
    deadline: number,
  ): Promise<{ readonly result: Result } | undefined> {
    const { codec, origin } = this.#store;
    if (known === undefined) {
      await codec.pets.keep(origin.start.seeded, deadline);
    }
    const replica = known ?? Replica.create(this.#store, this.name);
    const { sandbox } = replica;
    const time = Date.now();
    // Until its changes are kept, nobody may use the replica.
    this.#forget();
    const { result, changes } = recordChanges(sandbox, time, act);
    if (changes.length === 0) {
      this.#replica = known;
      return { result };
    }
    const entry = { time, changes };
    for (const pets of changes.flatMap(listSeeded)) {
      replica.hashes.add(await codec.pets.keep(pets, deadline));
    }
    const version = known?.version ?? 0;
    const item = { id: this.#store.createId(version + 1), text: encodeEntry(entry, codec) };
    const info = this.#writeInfo(summarizeSandbox(sandbox));
    const addition = { items: [item], info, firstNumber: 0, ttl: this.#store.ttl };
    const isKept =
      known === undefined
        ? await this.#create(replica, addition, deadline)
        : (await this.#log.append(known.head, addition, deadline)) === 'added';
    if (!isKept) {
      return undefined;
    }
    this.#replica = replica;
    replica.noteApplied(entry, item);
    this.#observer.onCaughtUp(this.name, replica);
    return { result };
  }

  async #create(replica: Replica, addition: Addition, deadline: number): Promise<boolean> {
    const { origin } = this.#store;
    const checkpoint = encodeCheckpoint(origin, undefined, this.#store.codec);
    const isCreated = await this.#log.create(checkpoint, addition, deadline);
    if (isCreated) {
      this.#replica = replica;
      replica.refreshedAt = performance.now();
      await this.#store.index.touch(this.name, deadline);
    }
    return isCreated;
  }

  /** Returns whether the entries were appended; if not, others were first, and the replica has caught up. */
  async #appendTo(replica: Replica, addition: Addition, deadline: number): Promise<boolean> {
    const outcome = await this.#log.append(replica.head, addition, deadline);
    if (outcome === 'added') {
      if (addition.ttl > 0) {
        replica.refreshedAt = performance.now();
        void this.#store.index.touch(this.name, deadline);
      }
      return true;
    }
    await this.#applyMissed(replica, outcome, deadline);
    return false;
  }

  async #applyMissed(
    replica: Replica,
    missed: readonly LogItem[] | undefined,
    deadline: number,
  ): Promise<void> {
    // Half caught up, it would be of no use.
    this.#forget();
    if (missed !== undefined) {
      await replica.catchUp(missed, deadline);
      this.#replica = replica;
      this.#observer.onCaughtUp(this.name, replica);
    }
  }

  /** The replica as the store has it now; nothing when there is no sandbox. */
  async #catchUp(deadline: number): Promise<Replica | undefined> {
    for (;;) {
      const replica = this.#replica;
      if (replica === undefined) {
        return this.#load(deadline);
      }
      const missed = await this.#log.readMissed(replica.head, deadline);
      await this.#applyMissed(replica, missed, deadline);
      if (missed?.length === 0) {
        const ttl = await this.#refresh(replica, deadline);
        if (ttl > 0) {
          await this.#log.expire(ttl, deadline);
          replica.refreshedAt = performance.now();
          void this.#store.index.touch(this.name, deadline);
        }
        return replica;
      }
      this.#checkTime(deadline);
    }
  }

  async #load(deadline: number): Promise<Replica | undefined> {
    const stored = await this.#log.load(deadline);
    this.#replica = stored && (await Replica.load(this.#store, this.name, stored, deadline));
    this.#observer.onCaughtUp(this.name, this.#replica);
    return this.#replica;
  }

  /** Returns when the sandbox must expire from now on; 0 where that was said lately. */
  async #refresh({ refreshedAt, hashes }: Replica, deadline: number): Promise<number> {
    const { codec, ttl } = this.#store;
    if (!this.#store.isDue(refreshedAt)) {
      return 0;
    }
    for (const hash of hashes) {
      await codec.pets.keepHash(hash, deadline);
    }
    return ttl;
  }

  /** Begins the log anew behind a checkpoint when it has become long. A later one will do as well. */
  async #keepCheckpoint(): Promise<void> {
    const replica = this.#replica;
    if (replica?.needsCheckpoint !== true) {
      return;
    }
    const { deadline, codec } = this.#store;
    try {
      const settle = (sandbox: Sandbox) => applyChange(sandbox, { type: 'settled' });
      if ((await this.#act(replica, settle, deadline)) !== undefined) {
        const { head, firstNeeded, version } = replica;
        replica.hashes.clear();
        for (const { seeded } of [replica.origin.start, replica.sandbox.start]) {
          replica.hashes.add(await codec.pets.keep(seeded, deadline));
        }
        const first = Math.min(firstNeeded, version);
        await this.#log.keepCheckpoint(head, replica.writeCheckpoint(), first, deadline);
      }
    } catch {
      // The store is away; the next operation says so.
    }
  }

  #forget(): void {
    this.#replica = undefined;
  }

  #checkTime(deadline: number): void {
    if (performance.now() >= deadline) {
      throw createUnavailableError(`too many requests wait for the sandbox ${this.name}`);
    }
  }
}
