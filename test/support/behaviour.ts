import { test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';

/** A response, read whole. `text` has every digit; `json` is for what has no large integers. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail when it isn't there
  readonly json: any;
}

export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | [string, string][];
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A simulator as a client sees it. Paths are relative to the base URL: `/pets`. */
export interface Client {
  readonly apiKey: string;
  /** Sends a request as it is, to a path of the server: `/v1/pets`. */
  send(path: string, init?: Init): Promise<Answer>;
  /** With the key. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** With the key; a body that is no text is sent as JSON. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}

/** Opens a simulator in this process. */
export async function openFetch(options?: SimulatorOptions): Promise<Client> {
  const { apiKey, fetch } = createSimulator(options);
  const send: Client['send'] = async (path, init) =>
    readAnswer(await fetch(path, init as RequestInit));
  const authorization = { Authorization: `Bearer ${apiKey}` };
  return {
    apiKey,
    send,
    get: (path, headers) => send(`/v1${path}`, { headers: { ...authorization, ...headers } }),
    post: (path, body, headers) =>
      send(`/v1${path}`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** Tests a behaviour of the service with a simulator of its own in this process. */
export function behaviour(name: string, run: (client: Client) => Promise<void>): void {
  test(name, async () => run(await openFetch()));
}
