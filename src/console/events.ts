import { adminUrl, type Schemas } from './api.js';
import { getAccessHeaders } from './session.js';

export type Exchange = Schemas['Exchange'];

export interface ExchangeListener {
  /** Receives exchanges in batches: as many as arrived together. */
  readonly onExchanges: (exchanges: readonly Exchange[]) => void;
  /** Called when the stream opens, and when it is lost. */
  readonly onLive?: (isLive: boolean) => void;
}

/** Milliseconds until the stream is opened again. */
const retryDelay = 1_000;

interface ServerEvent {
  readonly id: string | undefined;
  readonly exchange: Exchange;
}

/** Reads one server-sent event; comments and other events have no data. */
function parseEvent(text: string): ServerEvent | undefined {
  let id: string | undefined;
  let data = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('data:')) {
      data += line.slice(5);
    } else if (line.startsWith('id:')) {
      id = line.slice(3).trim();
    }
  }
  return data === '' ? undefined : { id, exchange: JSON.parse(data) };
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    yield parts.map(parseEvent).filter((event) => event !== undefined);
  }
}

/**
 * Streams the exchanges of a sandbox, or of all of them, and opens the stream again when it is lost.
 * `EventSource` won't do, as it sends no token.
 *
 * @returns a function that ends the stream
 */
export function streamExchanges(
  sandbox: string | 'all sandboxes',
  { onExchanges, onLive }: ExchangeListener,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const query = sandbox === 'all sandboxes' ? 'all=true' : new URLSearchParams({ sandbox });
  let last: string | undefined;

  const follow = async () => {
    const headers = {
      ...getAccessHeaders(),
      ...(last === undefined ? {} : { 'Last-Event-ID': last }),
    };
    const { ok, body } = await fetch(`${adminUrl}/events?${query}`, { headers, signal });
    if (!ok || body === null) {
      return;
    }
    onLive?.(true);
    for await (const events of readEvents(body)) {
      last = events.at(-1)?.id ?? last;
      onExchanges(events.map(({ exchange }) => exchange));
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      // A lost connection rejects; the next attempt follows.
      await follow().catch(() => {});
      if (!signal.aborted) {
        onLive?.(false);
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
  };
  void run();
  return () => controller.abort();
}
