import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadResponse, Wrong } from './responses.js';

/** A provider, as the oracle calls it. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  /** Set where the provider knows its categories: one that it accepts. */
  readonly categoryId: string | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Maximum time of a response, in milliseconds. */
  readonly timeout: number;
}

export interface Sent {
  readonly method?: 'POST';
  readonly path: string;
  /** Undefined: no header. */
  readonly authorization: string | undefined;
  readonly body?: string;
}

/** Pause before something is tried again, in milliseconds. */
const pause = 20;
/** How long a store may lag behind, in milliseconds. */
const maxLag = 600;

/** What a request gets from a provider that doesn't answer. */
export class NoResponse extends Wrong {}

/** Sends a request; a provider may ask to wait (429). */
export async function send(target: Target, sent: Sent): Promise<ReadResponse> {
  const { path, authorization, ...init } = sent;
  const headers = {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(init.method !== undefined && { 'Content-Type': 'application/json' }),
  };
  const signal = AbortSignal.timeout(target.timeout);
  try {
    const response = await target.fetch(target.url + path, { ...init, headers, signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 429) {
      await sleep(pause);
      return send(target, sent);
    }
    return { status: response.status, type: response.headers.get('content-type') ?? '', bytes };
  } catch (error) {
    throw new NoResponse(`there is no response (${(error as Error).message})`);
  }
}

/** A pet is not there that other responses have shown. */
export class Lacking extends Wrong {}

/** Repeats a judgement until no pet is lacking, as long as a store may lag behind. */
export async function eventually(judge: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + maxLag;
  for (;;) {
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Lacking) || performance.now() > deadline) {
        throw error;
      }
      await sleep(pause);
    }
  }
}
