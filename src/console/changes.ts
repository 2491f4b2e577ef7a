import { type CallError, call, isTokenRefused } from './api.js';
import { Store, useStore } from './store.js';
import type { Changes, SandboxSummary } from './types.js';

/** A sandbox, and a number that grows whenever it changes. */
export interface Followed {
  readonly summary: SandboxSummary;
  readonly version: number;
}

/** What the page knows of the simulator. */
interface Known {
  /** By their names; the last one was used last. */
  readonly sandboxes: ReadonlyMap<string, Followed>;
  /** Grows whenever the page connects, since another simulator may run since then. */
  readonly connection: number;
  /** Why the page knows nothing, in a sentence. */
  readonly error?: string;
}

export const known = new Store<Known>({ sandboxes: new Map(), connection: 0 });

/** Whether the simulator does not answer. */
export const isAway = new Store(false);

/** How long the simulator holds a call back until something changes, in milliseconds. */
const timeout = 25_000;
/** Milliseconds between two calls, however much changes: what is shown is at most a second old. */
const interval = 300;
const retryDelay = 1_000;

let count = 0;
let wake = () => {};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

/** Asks at once: the person at the screen has changed something. */
export const askNow = () => wake();

/** Waits for changes after a revision, and returns the revision to ask from the next time. */
async function ask(after: number): Promise<number> {
  const { revision, sandboxes, names } = await call<Changes>('GET /changes', undefined, {
    query: { after, timeout: after === 0 ? 0 : timeout },
  });
  if (revision < after) {
    return 0;
  }
  if (revision > after || after === 0) {
    count += 1;
    const changed = new Map(
      sandboxes.map((summary) => [summary.name, { summary, version: count }]),
    );
    const before = known.value;
    const find = (name: string) => changed.get(name) ?? before.sandboxes.get(name);
    known.set({
      sandboxes: new Map(
        names.flatMap((name) => {
          const one = find(name);
          return one === undefined ? [] : [[name, one] as const];
        }),
      ),
      connection: after === 0 ? count : before.connection,
    });
  }
  return revision;
}

/** Follows all changes as long as the page is open, also when the simulator restarts. */
export async function followChanges(): Promise<never> {
  let after = 0;
  for (;;) {
    try {
      after = await ask(after);
      isAway.set(false);
      await pause(interval);
    } catch (error) {
      after = 0;
      const { status, message } = error as CallError;
      isAway.set(status === undefined);
      if (status !== undefined) {
        known.set({ ...known.value, error: message });
      }
      do {
        await pause(retryDelay);
        // Without an accepted token, only the login calls the simulator.
      } while (isTokenRefused.value);
    }
  }
}

/** A number that changes with the sandbox, to read it again. */
export function useVersion(sandbox: string): number {
  const { sandboxes, connection } = useStore(known);
  return sandboxes.get(sandbox)?.version ?? connection;
}
