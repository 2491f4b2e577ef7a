import { stringify } from 'lossless-json';
import type { Journal } from '../engine/sandbox/journal.js';
import type { Redactor } from '../log/redaction.js';
import { type AdminCall, type AdminContext, type Handler, RawBody } from './call.js';
import { EventQueue, type StreamEvent } from './event-queue.js';
import { roundDuration, toRecordedExchange } from './recorded-exchange.js';
import { SlicedStream } from './sliced-stream.js';

/** How often an idle stream sends a comment, so that no proxy closes it, in milliseconds. */
const heartbeatInterval = 15_000;

/** The number of the exchange that a reader saw last; nothing when it starts now. */
function readLastEventId(header: string | undefined, { total }: Journal): number {
  if (header === undefined || !/^\d{1,15}$/.test(header)) {
    return total;
  }
  // A number beyond the last is one of a sandbox that was dropped: all of the new one was missed.
  return Number(header) > total ? 0 : Number(header);
}

function describeEvent(event: StreamEvent, redactor: Redactor): { data: object; id?: number } {
  switch (event.type) {
    case 'exchange': {
      const { entry, duration = entry.duration } = event;
      return { data: toRecordedExchange({ ...entry, duration }, redactor), id: entry.number };
    }
    case 'sent':
      return { data: event.sent };
    case 'missed':
      return { data: { count: event.count } };
  }
}

/** The events of one reader (HTML Living Standard, 9.2). */
function createEventStream(
  context: AdminContext,
  call: AdminCall<'streamEvents'>,
  journal: Journal,
): SlicedStream {
  const release = context.streams.take();
  const all = call.query.all === true;
  const format = (event: StreamEvent) => {
    const { data, id } = describeEvent(event, context.redactor);
    const idLine = all || id === undefined ? '' : `id: ${id}\n`;
    return `${idLine}event: ${event.type}\ndata: ${stringify(data)}\n\n`;
  };
  const since = all ? journal.total : readLastEventId(call.header('last-event-id'), journal);
  const last = all ? undefined : since;
  const queue = new EventQueue(journal.after(since), last, context.waitingEvents);
  const wake = () => stream.wake();
  const heartbeat = setInterval(() => {
    if (stream.readableLength === 0) {
      stream.push(':\n\n');
    }
  }, heartbeatInterval);
  const stopListening = context.backend.listen(
    all ? undefined : call.sandbox,
    (read) => {
      queue.add(read());
      // Later, as most responses are sent in this turn, and their duration is known then.
      setImmediate(wake);
    },
    ({ sandbox, number }, milliseconds) => {
      queue.complete({ sandbox, number, duration: roundDuration(milliseconds) });
      setImmediate(wake);
    },
  );
  const { stopping } = call;
  stopping?.addEventListener('abort', wake);
  const stream = new SlicedStream(
    () => {
      const event = queue.next();
      if (event !== undefined) {
        return format(event);
      }
      return stopping?.aborted ? null : undefined;
    },
    () => {
      clearInterval(heartbeat);
      stopping?.removeEventListener('abort', wake);
      stopListening();
      queue.discard();
      release();
    },
  );
  stream.push(': exchanges as they happen\n\n');
  return stream;
}

export const streamEvents: Handler<'streamEvents'> = async (context, call) => {
  const { journal } = await context.backend.read(call.sandbox);
  return new RawBody('text/event-stream', createEventStream(context, call, journal));
};
