import { adminUrl, type Schemas } from './api.js';
import { reportAway } from './connection.js';
import { dropToken, getCallHeaders, isTokenRefused } from './session.js';

export type Exchange = Schemas['Exchange'];

/** The response of an exchange was sent after its event. */
export interface Sent {
  readonly sandbox: string;
  readonly number: number;
  /** In milliseconds. */
  readonly duration: number;
}

export interface ExchangeListener {
  /** Receives exchanges in batches: as many as arrived together. */
  readonly onExchanges: (exchanges: readonly Exchange[]) => void;
  readonly onSent?: (sent: readonly Sent[]) => void;
  /** Receives how many exchanges the simulator left out, because the page was too far behind. */
  readonly onMissed?: (count: number) => void;
  /** Called when the stream opens, and when it is lost. */
  readonly onLive?: (isLive: boolean) => void;
}

/** Milliseconds until the stream is opened again. */
const retryDelay = 1_000;

type ServerEvent =
  | { readonly type: 'exchange'; readonly id: string | undefined; readonly data: Exchange }
  | { readonly type: 'sent'; readonly data: Sent }
  | { readonly type: 'missed'; readonly data: { readonly count: number } };

/** Reads one server-sent event; comments have no data. */
function parseEvent(text: string): ServerEvent | undefined {
  let id: string | undefined;
  let type = '';
  let data = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('data:')) {
      data += line.slice(5);
    } else if (line.startsWith('id:')) {
      id = line.slice(3).trim();
    } else if (line.startsWith('event:')) {
      type = line.slice(6).trim();
    }
  }
  return data === '' ? undefined : ({ type, id, data: JSON.parse(data) } as ServerEvent);
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
  { onExchanges, onSent, onMissed, onLive }: ExchangeListener,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const query = sandbox === 'all sandboxes' ? 'all=true' : new URLSearchParams({ sandbox });
  let last: string | undefined;

  const follow = async () => {
    const headers = {
      ...getCallHeaders(),
      ...(last === undefined ? {} : { 'Last-Event-ID': last }),
    };
    const { ok, status, body } = await fetch(`${adminUrl}/events?${query}`, { headers, signal });
    if (status === 401) {
      dropToken();
    }
    if (!ok || body === null) {
      return;
    }
    onLive?.(true);
    for await (const events of readEvents(body)) {
      const exchanges = events.filter((event) => event.type === 'exchange');
      const sent = events.filter((event) => event.type === 'sent');
      last = exchanges.at(-1)?.id ?? last;
      onExchanges(exchanges.map(({ data }) => data));
      onSent?.(sent.map(({ data }) => data));
      for (const event of events) {
        if (event.type === 'missed') {
          onMissed?.(event.data.count);
        }
      }
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      // Without an accepted token, only the login calls the simulator.
      if (!isTokenRefused.value) {
        // A lost connection rejects; the next attempt follows.
        await follow().catch(() => {
          if (!signal.aborted) {
            void reportAway();
          }
        });
      }
      if (!signal.aborted) {
        onLive?.(false);
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
  };
  void run();
  return () => controller.abort();
}
