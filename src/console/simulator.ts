/** The page's connection with the simulator: calls of the admin interface, and what it knows from them. */
import { useEffect, useState } from 'preact/hooks';
import type { SandboxSummary } from '../engine/control.js';
import { outcomes } from '../engine/exchange.js';
import type { Changes } from '../engine/sandboxes.js';
import type { LearnedSource } from '../options/learned.js';
import type { Active, ExchangeRow } from '../server/admin/journal-routes.js';
import { formatQuery } from './router.js';

/** What the simulator says about itself. */
interface Info {
  /** The default key, if the service accepts it. */
  readonly apiKey?: string;
  /** The URL of the service that the simulator stands in front of. */
  readonly upstream?: string;
  /** Where the choices come from; empty if they were not learned. */
  readonly learned?: Partial<LearnedSource>;
}

/** All that the page knows; `update` draws the page again. */
export let known = {
  /** By their names, the last used last. One that changed is another object than before. */
  sandboxes: new Map<string, SandboxSummary>(),
  /** What is active in those that the page follows. */
  active: new Map<string, Active>(),
  info: {} as Info,
  /** Why the page can't follow the simulator, in a sentence. */
  error: undefined as string | undefined,
  /** Whether the simulator asks for a token that the page doesn't have. */
  needsToken: false,
  /** What came of the last action. */
  notice: undefined as string | undefined,
};

let draw = () => {};

export function update(changed: Partial<typeof known>): void {
  known = { ...known, ...changed };
  draw();
}

/** A sum over one sandbox, or over all. */
export const sum = (
  of: typeof known.sandboxes,
  sandbox: string | undefined,
  count: (summary: SandboxSummary) => number,
) =>
  [...of.values()]
    .filter(({ name }) => name === (sandbox ?? name))
    .reduce((total, one) => total + count(one), 0);

/** How many exchanges of one sandbox, or of all, had each outcome; without mismatches, which few users can have. */
export const countOutcomes = (of: typeof known.sandboxes, sandbox: string | undefined) =>
  outcomes
    .map((one) => [one, sum(of, sandbox, ({ counts }) => counts[one])] as const)
    .filter(([one, count]) => one !== 'mismatch' || count > 0);

const tokenKey = 'animal-store-admin-token';

/** Sends this token from now on, until the tab is closed. */
export const keepToken = (token: string) => sessionStorage.setItem(tokenKey, token);

/**
 * Calls the admin interface of a sandbox, or of the simulator, and returns the text of the answer.
 *
 * @param target such as `DELETE /rules/rule-1`
 * @param body JSON as a value, as text, or in a file
 * @param signal ends the call
 * @throws {Error} when there is no answer, or the simulator refuses, with its own sentence
 */
export async function callText(
  target: string,
  sandbox?: string,
  body?: object | string,
  signal?: AbortSignal,
): Promise<string> {
  const [method = '', path] = target.split(' ');
  const prefix = sandbox === undefined ? '' : `sandboxes/${encodeURIComponent(sandbox)}/`;
  const token = sessionStorage.getItem(tokenKey);
  const isText = body === undefined || typeof body === 'string' || body instanceof Blob;
  // Relative to the page, so that it also works behind a proxy that adds a prefix.
  const response = await fetch(new URL(`${prefix}__admin${path}`, document.baseURI), {
    method,
    headers: {
      // What the page reads by itself is no line of the log at the level `info`.
      'Simulator-Client': 'console',
      // In no URL, so that no history or log has it.
      ...(token !== null && { 'Simulator-Admin-Token': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: isText ? (body ?? null) : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(() => {
    throw new Error('The simulator does not answer. Check that it runs.');
  });
  const text = await response.text();
  const { ok, status } = response;
  if (status === 401) {
    sessionStorage.removeItem(tokenKey);
    update({ needsToken: true });
  }
  if (!ok) {
    const isJson = response.headers.get('Content-Type')?.includes('json');
    throw new Error(isJson ? JSON.parse(text).message : `${status}: ${text}`);
  }
  return text;
}

/** The same for an answer in JSON; one without a body is undefined. */
export async function call<T = unknown>(...parameters: Parameters<typeof callText>): Promise<T> {
  const text = await callText(...parameters);
  return text === '' ? (undefined as T) : JSON.parse(text);
}

/** Milliseconds for which the simulator holds a call back until something changes. */
const timeout = 25_000;
/** Milliseconds between two calls, however much changes: the page is drawn twice a second. */
const interval = 500;
const retryDelay = 1_000;

/** Asks at once for what changed. */
let askNow = () => {};

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    askNow = resolve;
    setTimeout(resolve, milliseconds);
  });

/** What the view follows: a sandbox or all, and what takes their newest exchanges, then those that are new. */
interface Followed {
  readonly query: Parameters<typeof formatQuery>[0];
  readonly take?: (requests: readonly ExchangeRow[], isFirst: boolean) => void;
}

type Answer = Changes & {
  readonly active: readonly Active[];
  readonly requests?: readonly ExchangeRow[];
};

let followed: Followed | undefined;
let asking = new AbortController();

/** Follows this from now on. */
export function follow(wanted: Followed): void {
  followed = wanted;
  asking.abort();
  askNow();
}

/** Follows the simulator as long as the page is open, also when it restarts. */
export async function connect(onChange: () => void): Promise<never> {
  draw = onChange;
  /** The revision to ask from; none to begin anew. */
  let after: number | undefined;
  let taken: Followed | undefined;
  for (;;) {
    const wanted = followed;
    const isFirst = after === undefined || wanted !== taken;
    asking = new AbortController();
    try {
      const since = isFirst ? { after: 0 } : { after, timeout };
      const path = `GET /changes${formatQuery({ ...since, ...wanted?.query })}`;
      const [{ revision, sandboxes, names, active, requests = [] }, info] = await Promise.all([
        call<Answer>(path, undefined, undefined, asking.signal),
        after === undefined ? call<Info>('GET /info') : known.info,
      ]);
      if (revision < (after ?? 0)) {
        // Another simulator answers.
        after = undefined;
        continue;
      }
      if (isFirst || revision !== after) {
        const changed = new Map(sandboxes.map((one) => [one.name, one]));
        const all = new Map([...known.sandboxes, ...changed]);
        const others = [...known.active].filter(
          ([name]) => !isFirst && all.has(name) && !changed.has(name),
        );
        if (wanted === followed) {
          wanted?.take?.(requests, isFirst);
        }
        update({
          info,
          sandboxes: new Map(names.map((name) => [name, all.get(name) as SandboxSummary])),
          active: new Map([...others, ...active.map((one) => [one.sandbox, one] as const)]),
          error: undefined,
        });
      }
      after = revision;
      taken = wanted;
      await pause(interval);
    } catch (error) {
      if (asking.signal.aborted) {
        continue;
      }
      after = undefined;
      update({ error: (error as Error).message });
      do {
        await pause(retryDelay);
        // Without an accepted token, only the login calls the simulator.
      } while (known.needsToken);
    }
  }
}

/** Loads when the component appears, and whenever an input changes. The old value stays until the new one is there. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]) {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: string }>({});
  useEffect(() => {
    let isLatest = true;
    const show = (next: typeof state) => isLatest && setState(next);
    load().then(
      (value) => show({ value }),
      ({ message }: Error) => show({ error: message }),
    );
    return () => {
      isLatest = false;
    };
  }, inputs);
  return state;
}

/** A sandbox as it is now: another value once it has changed. One that isn't there is like `default`. */
export const findVersion = (sandbox: string) =>
  known.sandboxes.get(sandbox) ?? known.sandboxes.get('default');

/** How long a message stays, in milliseconds; an error stays until it is closed. */
const duration = 5_000;

export function notify(notice: string, isError = false): void {
  update({ notice });
  if (!isError) {
    setTimeout(() => known.notice === notice && update({ notice: undefined }), duration);
  }
}

/** Does what a person asked for: shows what went wrong, or what has changed. */
export async function run(
  act: () => Promise<unknown>,
  onError = (message: string) => notify(message, true),
): Promise<void> {
  try {
    await act();
  } catch (error) {
    onError((error as Error).message);
  } finally {
    askNow();
  }
}
