/** The page's connection with the simulator: calls of the admin interface, and what it knows from them. */
import { useEffect, useState } from 'preact/hooks';
import { SimulatorError } from '../document/errors.js';
import type { SandboxSummary } from '../engine/control.js';
import type { AdminOutput } from '../server/admin/admin.js';
import type { Active } from '../server/admin/changes-route.js';
import { formatQuery } from './router.js';
import { readStored } from './storage.js';

interface Toast {
  readonly text: string;
  /** An error stays until a person closes it. */
  readonly kind: 'done' | 'error';
  /** The route of the result. */
  readonly route?: string | undefined;
}

/** The exchanges of a list, and how many match: `until` the latest that it shows, and later. */
type Listed = Extract<AdminOutput<'listChanges'>, { readonly requests: unknown }>;

/** The knowledge of the page; `update` draws the page again. */
export let known = {
  /** The last used last. */
  sandboxes: [] as readonly SandboxSummary[],
  active: [] as readonly Active[],
  /** The exchanges that the page follows, the newest first, and their counts. */
  listed: undefined as Listed | undefined,
  /** Another object when another simulator may answer. */
  info: undefined as AdminOutput<'readInfo'> | undefined,
  error: undefined as string | undefined,
  /** True while the simulator asks for a token that the page doesn't have. */
  needsToken: false,
  /** The oldest first. */
  toasts: [] as readonly Toast[],
};

let draw = () => {};

function update(changed: Partial<typeof known>): void {
  known = { ...known, ...changed };
  draw();
}

/** The key of the admin token, which is kept until the tab is closed. */
export const tokenKey = 'animal-store-admin-token';

/**
 * Calls the admin interface of a sandbox, or of the simulator, and returns the text of the answer. The body is JSON as
 * a value, or in a file. What it throws has a sentence for people.
 *
 * @param target such as `DELETE /rules/rule-1`
 */
export async function callText(
  target: string,
  sandbox?: string,
  body?: object,
  signal?: AbortSignal,
): Promise<string> {
  const [method = '', path] = target.split(' ');
  const prefix = sandbox === undefined ? '' : `sandboxes/${encodeURIComponent(sandbox)}/`;
  const token = readStored(tokenKey);
  // Relative to the page, so that it also works behind a proxy that adds a prefix.
  const response = await fetch(new URL(`${prefix}__admin${path}`, document.baseURI), {
    method,
    headers: {
      // In no URL, so that no history or log has it.
      ...(token && { 'Simulator-Admin-Token': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body instanceof Blob ? body : (JSON.stringify(body) ?? null),
    signal: signal ?? null,
  }).catch(() => {
    throw new Error('The simulator does not answer. Check that it runs.');
  });
  const text = await response.text();
  const { ok, status } = response;
  const needsToken = status === 401;
  if (needsToken !== known.needsToken) {
    update({ needsToken, error: undefined });
  }
  if (!ok) {
    const isJson = response.headers.get('Content-Type')?.includes('json');
    const { code = 'bad_request', message = `${status}: ${text}` } = isJson ? JSON.parse(text) : {};
    throw new SimulatorError(code, message);
  }
  return text;
}

/** Calls the admin interface, and returns the value of its JSON; null without a body. */
export const call = async <T>(...parameters: Parameters<typeof callText>): Promise<T> =>
  JSON.parse((await callText(...parameters)) || 'null');

/** Milliseconds for which the simulator holds a call back until something changes. */
const timeout = 25_000;
/** Milliseconds between two answers, however much changes: the page is drawn twice a second. */
const interval = 500;
const retryDelay = 1_000;

/** The query of the page: a sandbox or all, and exchanges. */
let followed = '';
/** Ends what the page waits for. */
let asking = new AbortController();

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    asking.signal.addEventListener('abort', resolve);
    setTimeout(resolve, milliseconds);
  });

export function follow(fields: Parameters<typeof formatQuery>[0]): void {
  const query = formatQuery(fields);
  if (query !== followed) {
    followed = query;
    asking.abort();
  }
}

/** Follows the simulator as long as the page is open, also when it restarts. */
export async function followSimulator(onChange: () => void): Promise<never> {
  draw = onChange;
  for (;;) {
    asking = new AbortController();
    const { signal } = asking;
    const ask = <T>(path: string) => call<T>(`GET ${path}`, undefined, undefined, signal);
    try {
      const [changes, info] = await Promise.all([
        ask<AdminOutput<'listChanges'>>(`/changes${followed}`),
        (known.error === undefined && known.info) || ask<AdminOutput<'readInfo'>>('/info'),
      ]);
      const { sandboxes, active } = changes;
      const listed = 'requests' in changes ? changes : undefined;
      update({ sandboxes, active, listed, info, error: undefined });
      await pause(interval);
      // Answered when something is newer.
      await ask(`/changes${formatQuery({ after: changes.revision, timeout })}`);
    } catch (error) {
      if (!signal.aborted) {
        update({ error: (error as Error).message });
        // Without an accepted token, only the login calls the simulator.
        do {
          asking = new AbortController();
          await pause(retryDelay);
        } while (known.needsToken);
      }
    }
  }
}

/** Loads when the component appears, and whenever an input changes. The old value stays until the new one is there. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]) {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: string }>({});
  useEffect(() => {
    let show = setState;
    load().then(
      (value) => show({ value }),
      ({ message }: Error) => show({ error: message }),
    );
    return () => {
      // A newer one has begun.
      show = () => {};
    };
  }, inputs);
  return state;
}

/** A sandbox as it is now: other values once it has changed. */
export const findVersion = (sandbox: string) => [
  known.info,
  JSON.stringify(known.sandboxes.find(({ name }) => name === sandbox)),
];

/** Milliseconds for which the result of an action is shown. */
const toastTime = 6_000;

export const closeToast = (toast: Toast) =>
  update({ toasts: known.toasts.filter((other) => other !== toast) });

/** Shows the result of an action. */
export function notify(text: string, kind: Toast['kind'] = 'done', route?: string): void {
  const toast = { text, kind, route };
  // Pressing a button again repeats no message.
  update({ toasts: [...known.toasts.filter((other) => other.text !== text), toast].slice(-3) });
  if (kind === 'done') {
    setTimeout(() => closeToast(toast), toastTime);
  }
}

/** Runs an action of a person, and shows why it failed, or the change. */
export async function run(
  act: () => Promise<unknown>,
  onError: (message: string) => void = (message) => notify(message, 'error'),
): Promise<void> {
  try {
    await act();
  } catch (error) {
    onError((error as Error).message);
  } finally {
    asking.abort();
  }
}
