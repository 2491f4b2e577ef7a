import { Readable } from 'node:stream';
import { stringify } from 'lossless-json';
import type { Journal, JournalEntry } from '../engine/sandbox/journal.js';
import { type AdminCall, type AdminContext, type Handler, RawBody } from './call.js';
import { toRecordedExchange } from './recorded-exchange.js';

/** How often an idle stream sends a comment, so that no proxy closes it, in milliseconds. */
const heartbeatInterval = 15_000;
/** A reader that is this many bytes behind is cut off; with `Last-Event-ID` it can continue. */
const maxBehind = 4 * 1024 ** 2;

/** The number of the exchange that a reader saw last; nothing when it starts now. */
function readLastEventId(header: string | undefined, { total }: Journal): number {
  if (header === undefined || !/^\d{1,15}$/.test(header)) {
    return total;
  }
  // A number beyond the last is one of a sandbox that was dropped: all of the new one was missed.
  return Number(header) > total ? 0 : Number(header);
}

/** What a reader missed: the journal since an exchange, until its end is reached. */
function* listMissed(journal: Journal, since: number): Generator<JournalEntry, void> {
  let last = since;
  const list = () => journal.list().filter(({ number }) => number > last);
  for (let entries = list(); entries.length > 0; entries = list()) {
    for (const entry of entries) {
      last = entry.number;
      yield entry;
    }
  }
}

/** The events of one reader (HTML Living Standard, 9.2). */
function createEventStream(context: AdminContext, call: AdminCall<'streamEvents'>): Readable {
  const all = call.query.all === true;
  const format = (entry: JournalEntry) => {
    const id = all ? '' : `id: ${entry.number}\n`;
    const data = stringify(toRecordedExchange(entry, context.redactor));
    return `${id}event: exchange\ndata: ${data}\n\n`;
  };
  const { journal } = context.sandboxes.peek(call.sandbox);
  const since = all ? journal.total : readLastEventId(call.header('last-event-id'), journal);
  const missed = listMissed(journal, since);
  let stop: (() => void) | undefined;
  const listen = () => {
    const heartbeat = setInterval(() => stream.push(':\n\n'), heartbeatInterval);
    const stopListening = context.listen((entry) => {
      if (all || entry.sandbox === call.sandbox) {
        stream.push(format(entry));
        if (stream.readableLength > maxBehind) {
          stream.destroy();
        }
      }
    });
    return () => {
      clearInterval(heartbeat);
      stopListening();
    };
  };
  const stream = new Readable({
    /** Sends what was missed as fast as it is read, and then what happens. */
    read() {
      for (let next = missed.next(); !next.done; next = missed.next()) {
        if (!stream.push(format(next.value))) {
          return;
        }
      }
      stop ??= listen();
    },
    destroy(error, done) {
      stop?.();
      done(error);
    },
  });
  stream.push(': exchanges as they happen\n\n');
  return stream;
}

export const streamEvents: Handler<'streamEvents'> = (context, call) =>
  new RawBody('text/event-stream', createEventStream(context, call));
