import { test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';

export type Answer = Awaited<ReturnType<typeof readAnswer>>;

type Fields = Readonly<Record<string, string>>;

export interface Init {
  readonly method?: string;
  readonly headers?: Fields | [string, string][];
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A simulator as a client sees it. */
export type Client = Awaited<ReturnType<typeof openFetch>>;

/** Reads a response whole. `text` has every digit; `json` is for what has no large integers. */
async function readAnswer(response: Response) {
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
export async function openFetch(options?: SimulatorOptions) {
  const { apiKey, fetch } = createSimulator(options);
  const send = async (path: string, init?: Init) =>
    readAnswer(await fetch(path, init as RequestInit));
  const authorization = { Authorization: `Bearer ${apiKey}` };
  return {
    apiKey,
    /** Sends a request as it is, to a path of the server: `/v1/pets`. */
    send,
    /** Gets a path below the base URL, with the key: `/pets`. */
    get: (path: string, headers?: Fields) =>
      send(`/v1${path}`, { headers: { ...authorization, ...headers } }),
    /** Posts to a path below the base URL, with the key; a body that is no text is sent as JSON. */
    post: (path: string, body: unknown, headers?: Fields) =>
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
