import { summarizeSandbox } from '../engine/local-backend.js';
import type { Change } from '../engine/sandbox/change.js';
import { recordChanges } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { listSeeded } from './change-codec.js';
import { type CurrentReplica, checkTime } from './current-replica.js';
import { encodeUpdate } from './log-codec.js';
import { Replica } from './replica.js';
import { writeInfo } from './sandbox-index.js';

type Act<Result> = (sandbox: Sandbox) => Result;

/** Changes a sandbox as it is now, again if others were first. */
export async function updateSandbox<Result>(
  current: CurrentReplica,
  act: Act<Result>,
  deadline: number,
): Promise<Result> {
  for (;;) {
    const replica = await current.catchUp(deadline);
    const kept = await actOnce(current, replica, act, deadline);
    if (kept !== undefined) {
      return kept.result;
    }
    checkTime(current.name, deadline);
  }
}

/** Changes a sandbox as it is in memory; returns nothing when others were first. */
export async function actOnce<Result>(
  current: CurrentReplica,
  known: Replica | undefined,
  act: Act<Result>,
  deadline: number,
): Promise<{ readonly result: Result } | undefined> {
  const { name, store } = current;
  const { pets } = store.codec;
  if (known === undefined) {
    await pets.keep(store.origin.start.seeded, deadline);
  }
  const replica = known ?? Replica.create(store, name);
  const { sandbox } = replica;
  const time = Date.now();
  const { result, changes } = record(current, known, sandbox, act);
  if (changes.length === 0) {
    return { result };
  }
  // Until its changes are kept, nobody may use the replica.
  current.forget();
  for (const seeded of changes.flatMap(listSeeded)) {
    replica.hashes.add(await pets.keep(seeded, deadline));
  }
  const entry = { time, changes };
  const id = store.createId((known?.version ?? 0) + 1);
  const item = { id, text: await encodeUpdate(entry, store.codec) };
  // Writing a large snapshot takes its time.
  const left = Math.max(deadline, store.deadline);
  const info = writeInfo(summarizeSandbox(sandbox), store.recorder);
  const addition = { items: [item], info, firstNumber: 0 };
  const isKept =
    known === undefined
      ? await current.create(replica, addition, left)
      : (await current.tryAppend(replica, addition, left)) === 'added';
  if (!isKept) {
    return undefined;
  }
  replica.noteApplied(entry, item);
  current.use(replica);
  current.observer.onCaughtUp(name, replica);
  return { result };
}

/** Runs an act. If it throws after it changed something, the replica is of no use any more. */
function record<Result>(
  current: CurrentReplica,
  known: Replica | undefined,
  sandbox: Sandbox,
  act: Act<Result>,
): { readonly result: Result; readonly changes: readonly Change[] } {
  let changes: readonly Change[] = [];
  try {
    return recordChanges(sandbox, (recorded) => {
      changes = recorded.recording ?? [];
      return act(recorded);
    });
  } catch (error) {
    if (known !== undefined && changes.length > 0) {
      current.forget();
    }
    throw error;
  }
}
