import { Store } from './store.js';

/** A failed call; the message is for the person at the screen. */
export class CallError extends Error {
  /** The status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const tokenKey = 'animal-store-admin-token';

/** Does what may throw, such as the use of storage where the browser blocks it. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

let token = attempt(() => sessionStorage.getItem(tokenKey));

/** Whether the simulator asks for a token that the page doesn't have. */
export const isTokenRefused = new Store(false);

/** Sends this token from now on, until the tab is closed; null forgets it. */
export function keepToken(entered: string | null): void {
  token = entered;
  attempt(() =>
    entered === null
      ? sessionStorage.removeItem(tokenKey)
      : sessionStorage.setItem(tokenKey, entered),
  );
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string | number>>;
  /** JSON as a value, as text, or in a file. */
  readonly body?: object | string;
}

function send(target: string, sandbox: string | undefined, { query, body }: CallOptions) {
  const [method = '', path] = target.split(' ');
  const prefix = sandbox === undefined ? '' : `sandboxes/${encodeURIComponent(sandbox)}/`;
  // Relative to the page, so that it also works behind a proxy that adds a prefix.
  const url = new URL(`${prefix}__admin${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {})) {
    url.searchParams.set(name, String(value));
  }
  const isText = typeof body === 'string' || body instanceof Blob;
  return fetch(url, {
    method,
    headers: {
      // What the page reads by itself is no line of the log at the level `info`.
      'Simulator-Client': 'console',
      // In no URL, so that no history or log has it.
      ...(token != null && { 'Simulator-Admin-Token': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : isText ? body : JSON.stringify(body),
  });
}

/**
 * Calls the admin interface of a sandbox, or of the simulator, and returns the text of the answer.
 *
 * @param target such as `DELETE /rules/rule-1`
 * @throws {CallError} when there is no answer, or the simulator refuses, with its own sentence
 */
export async function callText(
  target: string,
  sandbox?: string,
  options: CallOptions = {},
): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await send(target, sandbox, options);
    text = await response.text();
  } catch {
    throw new CallError('The simulator does not answer. Check that it still runs.');
  }
  const { ok, status } = response;
  if (status === 401) {
    keepToken(null);
    isTokenRefused.set(true);
  }
  if (!ok) {
    const { message } = Object(attempt(() => JSON.parse(text)));
    throw new CallError(message ?? `The simulator answered with the status ${status}.`, status);
  }
  return text;
}

/** The same for an answer in JSON; one without a body is undefined. */
export async function call<T = unknown>(...parameters: Parameters<typeof callText>): Promise<T> {
  const text = await callText(...parameters);
  try {
    return text === '' ? (undefined as T) : JSON.parse(text);
  } catch (error) {
    throw new CallError(`The simulator's response can't be read: ${error}`);
  }
}
