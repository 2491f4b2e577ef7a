import { type Request, type Response, Router } from 'express';
import { stringify } from 'lossless-json';
import type { Control } from '../../control/control.js';
import { tellExchange } from '../../control/recorded-exchange.js';
import type { JournalEntry } from '../../engine/simulation/journal.js';
import { sendError } from '../express-errors.js';
import type { AdminContext } from './admin.js';
import { selectedSandbox } from './selected-sandbox.js';

/** A sign of life, for what closes idle connections, in milliseconds. */
const beat = 15_000;
/** A reader that is so many bytes behind is cut off; with `Last-Event-ID` it can go on. */
const mostBehind = 4 * 1024 ** 2;

/** The events of one reader (HTML Living Standard, 9.2). */
class EventStream {
  readonly #response: Response;
  readonly #write: (entry: JournalEntry) => string;

  constructor(response: Response, write: (entry: JournalEntry) => string) {
    this.#response = response;
    this.#write = write;
    response.status(200).type('text/event-stream').set('Cache-Control', 'no-store');
    response.write(': exchanges as they take place\n\n');
  }

  send(entry: JournalEntry): void {
    this.#response.write(this.#write(entry));
    if (this.#response.writableLength > mostBehind) {
      this.#response.destroy();
    }
  }

  beat(): void {
    this.#response.write(':\n\n');
  }
}

function stream(control: Control, request: Request, response: Response, sandbox: string): void {
  const { engine, redact } = control.context;
  const all = request.query.all === 'true';
  const events = new EventStream(response, (entry) => {
    const id = all ? '' : `id: ${entry.number}\n`;
    return `${id}event: exchange\ndata: ${stringify(tellExchange(entry, redact))}\n\n`;
  });
  const last = Number(request.get('last-event-id'));
  if (!all && Number.isInteger(last) && last > 0) {
    const kept = engine.sandboxes.peek(sandbox).journal.list();
    for (const entry of kept.filter(({ number }) => number > last)) {
      events.send(entry);
    }
  }
  const stopListening = engine.listen((entry) => {
    if (all || entry.sandbox === sandbox) {
      events.send(entry);
    }
  });
  const timer = setInterval(() => events.beat(), beat);
  response.once('close', () => {
    stopListening();
    clearInterval(timer);
  });
}

/** Exchanges as they take place, as server-sent events. */
export function eventRoutes(context: AdminContext): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const { all } = request.query;
    if (all !== undefined && all !== 'true' && all !== 'false') {
      sendError(response, 'malformed', 'The query parameter all must be true or false.');
      return;
    }
    stream(await context.control(), request, response, selectedSandbox(request, context.apiKeys));
  });
  return router;
}
