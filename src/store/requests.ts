import {
  commit,
  createExchange,
  type Decision,
  decide,
  type Exchange,
} from '../engine/exchange.js';
import type { ServiceRequest } from '../engine/interface/message.js';
import { summarizeSandbox } from '../engine/local-backend.js';
import type { LogEntry } from '../engine/sandbox/log-entry.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Target } from '../engine/target.js';
import { type CurrentReplica, checkTime } from './current-replica.js';
import { encodeEntry } from './log-codec.js';
import { Replica } from './replica.js';
import { writeInfo } from './sandbox-index.js';
import type { Addition, LogItem } from './sandbox-log.js';
import { queueLimit } from './store.js';

/** A request that waits for its answer. */
export interface WaitingRequest {
  readonly request: ServiceRequest;
  readonly target: Target;
  /** When it arrived, by `performance.now()`. */
  readonly start: number;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (error: unknown) => void;
}

interface Decided {
  readonly waiting: WaitingRequest;
  readonly decision: Decision;
  readonly entry: LogEntry;
  readonly item: LogItem;
}

/** Answers requests in their order, as many at a time as can be decided without each other's changes. */
export async function answerRequests(
  current: CurrentReplica,
  requests: readonly WaitingRequest[],
): Promise<void> {
  let left = requests;
  let { deadline } = current.store;
  try {
    while (left[0] !== undefined) {
      checkTime(current.name, Math.min(deadline, left[0].start + queueLimit));
      const replica = current.get() ?? (await current.load(deadline));
      const count = await (replica === undefined
        ? answerFirst(current, left[0], deadline)
        : answerNext(current, replica, left, deadline));
      if (count > 0) {
        left = left.slice(count);
        deadline = current.store.deadline;
      }
    }
  } catch (error) {
    for (const { reject } of left) {
      reject(error);
    }
  }
}

/** Answers the first request of a sandbox that doesn't exist; returns how many were answered. */
async function answerFirst(
  current: CurrentReplica,
  waiting: WaitingRequest,
  deadline: number,
): Promise<number> {
  const { engine, codec, origin } = current.store;
  const { resolve, target } = waiting;
  if (!target.creates) {
    const sandbox = engine.sandboxes.peek(current.name);
    // Like the sandbox, the exchange is kept nowhere but in the summary of this process.
    resolve(commit(decideOne(current, waiting, sandbox)));
    return 1;
  }
  await codec.pets.keep(origin.start.seeded, deadline);
  const replica = Replica.create(current.store, current.name);
  const decided = decideAll(current, replica, [waiting]);
  if (!(await current.create(replica, createAddition(current, replica, decided), deadline))) {
    return 0;
  }
  apply(current, replica, decided);
  return 1;
}

/** Answers requests; returns how many were answered: none if others were first. */
async function answerNext(
  current: CurrentReplica,
  replica: Replica,
  waiting: readonly WaitingRequest[],
  deadline: number,
): Promise<number> {
  const decided = decideAll(current, replica, waiting);
  if (!(await current.append(replica, createAddition(current, replica, decided), deadline))) {
    return 0;
  }
  apply(current, replica, decided);
  return decided.length;
}

function decideOne(
  { store }: CurrentReplica,
  { request, target }: WaitingRequest,
  sandbox: Sandbox,
): Decision {
  return decide(request, target, sandbox, store.engine.settings);
}

/** Decides requests until the first that changes the sandbox. */
function decideAll(
  current: CurrentReplica,
  { sandbox, version }: Replica,
  requests: readonly WaitingRequest[],
): Decided[] {
  const { store } = current;
  const { total } = sandbox.journal;
  const decided: Decided[] = [];
  for (const waiting of requests) {
    const decision = decideOne(current, waiting, sandbox);
    const { changes, reply } = decision;
    const duration = performance.now() - waiting.start + reply.delay;
    const nth = decided.length + 1;
    const exchange = store.recorder.record(decision, total + nth, duration);
    const entry = { time: exchange.time, changes, exchange };
    const item = { id: store.createId(version + nth), text: encodeEntry(entry, store.codec) };
    decided.push({ waiting, decision, entry, item });
    if (changes.length > 0) {
      break;
    }
  }
  return decided;
}

function createAddition(
  { store }: CurrentReplica,
  { sandbox }: Replica,
  decided: readonly Decided[],
): Addition {
  const summary = summarizeSandbox(sandbox);
  let { pets } = summary;
  for (const { decision } of decided) {
    for (const { type } of decision.changes) {
      pets += type === 'pet-added' ? 1 : 0;
    }
  }
  const requests = summary.requests + decided.length;
  const info = writeInfo({ ...summary, pets, requests }, store.recorder);
  const items = decided.map(({ item }) => item);
  return { items, info, firstNumber: summary.requests + 1 };
}

/** Applies what the log has now, and answers. */
function apply(
  { name, store, observer }: CurrentReplica,
  replica: Replica,
  decided: readonly Decided[],
): void {
  const { journal } = replica.sandbox;
  observer.onRecorded(name, journal.total + 1);
  for (const { waiting, decision, entry, item } of decided) {
    replica.apply(entry, item, (read) => {
      store.engine.announce(decision.outcome, decision.request, read);
    });
    waiting.resolve(createExchange(decision, journal.total));
  }
  observer.onCaughtUp(name, replica);
}
