import { stringify } from 'lossless-json';
import type { Journal } from '../engine/sandbox/journal.js';
import type { JournalEntry } from '../engine/sandbox/journal-entry.js';
import { type AdminCall, type AdminContext, type Handler, RawBody } from './call.js';
import { toRecordedExchange } from './recorded-exchange.js';
import { SlicedStream } from './sliced-stream.js';

/** How often an idle stream sends a comment, so that no proxy closes it, in milliseconds. */
const heartbeatInterval = 15_000;
/** A reader that is this many bytes behind is cut off; with `Last-Event-ID` it can continue. */
const maxBehind = 1024 ** 2;

/** The number of the exchange that a reader saw last; nothing when it starts now. */
function readLastEventId(header: string | undefined, { total }: Journal): number {
  if (header === undefined || !/^\d{1,15}$/.test(header)) {
    return total;
  }
  // A number beyond the last is one of a sandbox that was dropped: all of the new one was missed.
  return Number(header) > total ? 0 : Number(header);
}

/** The exchanges for one reader: first those that it missed, then those that happen. */
class EventQueue {
  readonly #missed: Iterator<JournalEntry, void>;
  readonly #waiting: JournalEntry[] = [];
  #size = 0;
  #isLive = false;

  constructor(missed: Iterator<JournalEntry, void>) {
    this.#missed = missed;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#size;
  }

  add(entry: JournalEntry): void {
    // Until the stream is live, the missed exchanges include it.
    if (this.#isLive) {
      this.#waiting.push(entry);
      this.#size += entry.size;
    }
  }

  next(): JournalEntry | undefined {
    if (!this.#isLive) {
      const { value, done } = this.#missed.next();
      this.#isLive = done === true;
      return value ?? undefined;
    }
    const entry = this.#waiting.shift();
    this.#size -= entry?.size ?? 0;
    return entry;
  }
}

/** The events of one reader (HTML Living Standard, 9.2). */
function createEventStream(context: AdminContext, call: AdminCall<'streamEvents'>): SlicedStream {
  const release = context.streams.take();
  const all = call.query.all === true;
  const format = (entry: JournalEntry) => {
    const id = all ? '' : `id: ${entry.number}\n`;
    const data = stringify(toRecordedExchange(entry, context.redactor));
    return `${id}event: exchange\ndata: ${data}\n\n`;
  };
  const { journal } = context.sandboxes.peek(call.sandbox);
  const since = all ? journal.total : readLastEventId(call.header('last-event-id'), journal);
  const queue = new EventQueue(journal.after(since));
  const heartbeat = setInterval(() => {
    if (stream.readableLength === 0) {
      stream.push(':\n\n');
    }
  }, heartbeatInterval);
  const stopListening = context.listen((outcome, _request, read) => {
    if (all || outcome.sandbox === call.sandbox) {
      queue.add(read());
      if (queue.size > maxBehind) {
        stream.destroy();
      } else {
        stream.wake();
      }
    }
  });
  const { stopping } = call;
  const end = () => stream.wake();
  stopping?.addEventListener('abort', end);
  const stream = new SlicedStream(
    () => {
      const entry = queue.next();
      if (entry !== undefined) {
        return format(entry);
      }
      return stopping?.aborted ? null : undefined;
    },
    () => {
      clearInterval(heartbeat);
      stopping?.removeEventListener('abort', end);
      stopListening();
      release();
    },
  );
  stream.push(': exchanges as they happen\n\n');
  return stream;
}

export const streamEvents: Handler<'streamEvents'> = (context, call) =>
  new RawBody('text/event-stream', createEventStream(context, call));
