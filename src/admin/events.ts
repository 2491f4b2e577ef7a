import { once } from 'node:events';
import { type Response, Router } from 'express';
import { stringify } from 'lossless-json';
import type { Journal, JournalEntry } from '../engine/sandbox/journal.js';
import { readCall } from './call.js';
import { answering, called } from './called.js';
import { tellExchange } from './recorded-exchange.js';
import type { AdminContext } from './router.js';

/** A sign of life, for what closes idle connections, in milliseconds. */
const beat = 15_000;
/** A reader that is so many bytes behind is cut off; with `Last-Event-ID` it can go on. */
const maxBehind = 4 * 1024 ** 2;

/** The events of one reader (HTML Living Standard, 9.2). */
class EventStream {
  readonly #response: Response;
  readonly #write: (entry: JournalEntry) => string;

  constructor(response: Response, write: (entry: JournalEntry) => string) {
    this.#response = response;
    this.#write = write;
    response.status(200).type('text/event-stream').set('Cache-Control', 'no-store');
    this.#say(': exchanges as they take place\n\n');
  }

  /** Sends what a journal kept since an exchange, as fast as it is read. */
  async catchUp(journal: Journal, since: number, gone: AbortSignal): Promise<void> {
    let last = since;
    const missed = () => journal.list().filter(({ number }) => number > last);
    for (let batch = missed(); batch.length > 0; batch = missed()) {
      for (const entry of batch) {
        this.#say(this.#write(entry));
        last = entry.number;
        if (this.#response.writableNeedDrain) {
          await once(this.#response, 'drain', { signal: gone }).catch(() => {});
        }
        if (gone.aborted) {
          return;
        }
      }
    }
  }

  /** Sends what takes place. */
  send(entry: JournalEntry): void {
    this.#say(this.#write(entry));
    if (this.#response.writableLength > maxBehind) {
      this.#response.destroy();
    }
  }

  beat(): void {
    this.#say(':\n\n');
  }

  #say(text: string): void {
    if (!this.#response.destroyed) {
      this.#response.write(text);
    }
  }
}

/** The exchange that a reader saw last; nothing when it says none. */
function lastSeen(header: string | undefined, { total }: Journal): number | undefined {
  if (header === undefined || !/^\d{1,15}$/.test(header)) {
    return undefined;
  }
  // A number that isn't there yet is one of a sandbox that was dropped: all of the new one is missed.
  return Number(header) > total ? 0 : Number(header);
}

/** Exchanges as they take place, as server-sent events. */
export function eventRoutes(context: AdminContext): Router {
  const router = Router();
  router.use((request, _response, next) => {
    // All that isn't a stream is answered as everywhere.
    next(['GET', 'HEAD'].includes(request.method) ? undefined : 'router');
  });
  router.get(
    '/',
    answering(async (request, response) => {
      const { query, sandbox, signal } = await readCall(called(request, response, context));
      const { engine, redactor } = (await context.control()).context;
      const all = query.all === true;
      const events = new EventStream(response, (entry) => {
        const id = all ? '' : `id: ${entry.number}\n`;
        return `${id}event: exchange\ndata: ${stringify(tellExchange(entry, redactor))}\n\n`;
      });
      // Who went away in the meantime isn't told of again.
      if (request.method === 'HEAD' || signal.aborted) {
        response.end();
        return;
      }
      const timer = setInterval(() => events.beat(), beat);
      signal.addEventListener('abort', () => clearInterval(timer));
      const { journal } = engine.sandboxes.peek(sandbox);
      const since = lastSeen(request.get('last-event-id'), journal);
      if (!all && since !== undefined) {
        await events.catchUp(journal, since, signal);
      }
      // Nothing was awaited since the journal was at its end, so nothing is missed in between.
      if (!signal.aborted) {
        const stopListening = engine.listen((entry) => {
          if (all || entry.sandbox === sandbox) {
            events.send(entry);
          }
        });
        signal.addEventListener('abort', stopListening);
      }
    }),
  );
  return router;
}
