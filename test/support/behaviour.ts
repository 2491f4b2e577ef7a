import { onTestFinished, test } from 'vitest';
import { createSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';

/** An answer, read whole. `text` has every digit; `json` is for what has no large integers. */
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

/** A simulator as a client sees it. Paths are relative to the address: `/pets`. */
export interface Client {
  readonly apiKey: string;
  /** Sends a request as it is, at a path of the server: `/v1/pets`. */
  raw(path: string, init?: Init): Promise<Response>;
  /** The same, read whole. */
  send(path: string, init?: Init): Promise<Answer>;
  /** With the key. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** With the key; a body that is no text is sent as JSON. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Opens a fresh simulator that is closed when the test ends. */
export type Open = (options?: SimulatorOptions) => Promise<Client>;

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

export function createClient(apiKey: string, raw: Client['raw']): Client {
  const send: Client['send'] = async (path, init) => readAnswer(await raw(path, init));
  const authorization = { Authorization: `Bearer ${apiKey}` };
  return {
    apiKey,
    raw,
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

/** Without any network. */
export const openFetch: Open = async (options) => {
  const simulator = createSimulator(options);
  return createClient(simulator.apiKey, (path, init) =>
    simulator.fetch(new Request(`http://localhost${path}`, init as RequestInit)),
  );
};

/** Over HTTP, on a free port. */
const openHttp: Open = async (options) => {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return createClient(simulator.apiKey, (path, init) =>
    fetch(`${simulator.origin}${path}`, init as RequestInit),
  );
};

/** The ways in which each behaviour is tested. */
let ways: Readonly<Record<string, Open>> = { fetch: openFetch, http: openHttp };
/** The behaviours that a way can't show, which are still to come. */
let leftOut: Set<string> = new Set();

/** Tests the behaviours of the files that are imported from here on in one other way. */
export function testBehavioursIn(way: string, open: Open, impossible: Set<string>): void {
  ways = { [way]: open };
  leftOut = impossible;
}

/** One behaviour, tested twice: against `createSimulator().fetch` and over HTTP. */
export function behaviour(name: string, run: (open: Open) => Promise<void>): void {
  if (leftOut.delete(name)) {
    return;
  }
  for (const [way, open] of Object.entries(ways)) {
    test(`${name} (${way})`, () => run(open));
  }
}
