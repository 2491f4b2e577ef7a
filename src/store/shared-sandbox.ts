import type { Exchange } from '../engine/exchange.js';
import type { ServiceRequest } from '../engine/interface/message.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Target } from '../engine/target.js';
import { CurrentReplica, checkTime, type SandboxObserver } from './current-replica.js';
import type { Replica } from './replica.js';
import { answerRequests, type WaitingRequest } from './requests.js';
import { queueLimit, type Store } from './store.js';
import { actOnce, updateSandbox } from './update.js';

/** How many requests are appended at once. */
const maxBatch = 64;

/** An operation other than a request, which waits for its turn. */
interface WaitingTask {
  /** When it arrived, by `performance.now()`. */
  readonly start: number;
  readonly run: (deadline: number) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

const isRequest = (waiting: WaitingRequest | WaitingTask): waiting is WaitingRequest =>
  'request' in waiting;

/**
 * A sandbox that processes share. One operation at a time: it decides on the replica, appends to the log, and
 * only then applies and answers. If others were first, it catches up and decides again.
 */
export class SharedSandbox {
  readonly #store: Store;
  readonly #current: CurrentReplica;
  readonly #waiting: (WaitingRequest | WaitingTask)[] = [];
  #isRunning = false;
  #isCatchUpDue = false;

  constructor(store: Store, name: string, observer: SandboxObserver) {
    this.#store = store;
    this.#current = new CurrentReplica(store, name, observer);
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  /** The replica as it is, which others may have overtaken. */
  get replica(): Replica | undefined {
    return this.#current.get();
  }

  exchange(request: ServiceRequest, target: Target): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      this.#add({ request, target, start: performance.now(), resolve, reject });
    });
  }

  /** Catches up, and returns the sandbox. */
  read(): Promise<Sandbox> {
    return this.#perform(async (deadline) => {
      const replica = await this.#current.catchUp(deadline);
      return replica?.sandbox ?? this.#store.engine.sandboxes.peek(this.#current.name);
    });
  }

  update<Result>(act: (sandbox: Sandbox) => Result): Promise<Result> {
    return this.#perform((deadline) => updateSandbox(this.#current, act, deadline));
  }

  /** Returns whether there was a sandbox. */
  drop(): Promise<boolean> {
    return this.#perform((deadline) => this.#current.drop(deadline));
  }

  /** Catches up in its turn, unless it is about to. */
  async queueCatchUp(): Promise<void> {
    if (this.#isCatchUpDue) {
      return;
    }
    this.#isCatchUpDue = true;
    const catchUp = async (deadline: number) => {
      this.#isCatchUpDue = false;
      await this.#current.catchUp(deadline);
    };
    await this.#perform(catchUp).catch(() => {
      // The store is away; the next message or poll follows.
      this.#isCatchUpDue = false;
    });
  }

  #perform<Result>(act: (deadline: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async (deadline: number) => resolve(await act(deadline));
      this.#add({ run, start: performance.now(), reject });
    });
  }

  #add(waiting: WaitingRequest | WaitingTask): void {
    this.#waiting.push(waiting);
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#runAll();
    }
  }

  async #runAll(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (isRequest(first)) {
        await answerRequests(this.#current, this.#takeRequests());
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

  async #runTask({ run, start, reject }: WaitingTask): Promise<void> {
    try {
      checkTime(this.#current.name, start + queueLimit);
      await run(this.#store.deadline);
    } catch (error) {
      reject(error);
    }
  }

  /** Begins the log anew behind a checkpoint when it has become long. A later one will do as well. */
  async #keepCheckpoint(): Promise<void> {
    const replica = this.#current.get();
    if (replica?.needsCheckpoint !== true) {
      return;
    }
    const { deadline } = this.#store;
    const settle = (sandbox: Sandbox) => applyChange(sandbox, { type: 'settled' });
    try {
      if ((await actOnce(this.#current, replica, settle, deadline)) !== undefined) {
        await this.#current.keepCheckpoint(replica);
      }
    } catch {
      // The store is away; the next operation says so.
    }
  }
}
