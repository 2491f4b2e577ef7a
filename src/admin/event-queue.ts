import type { JournalEntry } from '../engine/sandbox/journal-entry.js';

/** A reader that is this many bytes behind misses exchanges; the event `missed` counts them. */
const maxBehind = 4 * 1024 ** 2;
/** The same for all readers together. */
const maxBehindTogether = 8 * maxBehind;

/** The events that wait for their readers, over all streams of a simulator. */
export class WaitingEvents {
  /** Bytes of memory. */
  size = 0;
}

/** The response of an exchange was sent, after its event. */
interface Sent {
  readonly sandbox: string;
  readonly number: number;
  readonly duration: number;
}

/** One event of a stream. */
export type StreamEvent =
  | {
      readonly type: 'exchange';
      readonly entry: JournalEntry;
      /** Known when the response is sent while the exchange waits. */
      duration?: number;
    }
  | { readonly type: 'sent'; readonly sent: Sent }
  | { readonly type: 'missed'; count: number };

type WaitingExchange = StreamEvent & { readonly type: 'exchange' };

const createKey = ({ sandbox, number }: Pick<JournalEntry, 'sandbox' | 'number'>) =>
  `${sandbox} ${number}`;

/** Bytes of memory of an event without an entry. */
const smallSize = 200;

/** The events for one reader: first the exchanges that it missed, then what happens. */
export class EventQueue {
  readonly #missed: Iterator<JournalEntry, void>;
  readonly #waiting: StreamEvent[] = [];
  /** The waiting exchanges whose response isn't sent yet. */
  readonly #unsent = new Map<string, WaitingExchange>();
  readonly #together: WaitingEvents;
  #size = 0;
  #isLive = false;
  /** The number of the last exchange that the reader got; undefined when it reads several sandboxes. */
  #last: number | undefined;
  /** The number of the last exchange that happened. */
  #newest = 0;

  /** @param last the number of the exchange before the missed ones; undefined for several sandboxes */
  constructor(
    missed: Iterator<JournalEntry, void>,
    last: number | undefined,
    together: WaitingEvents,
  ) {
    this.#missed = missed;
    this.#last = last;
    this.#together = together;
  }

  add(entry: JournalEntry): void {
    // Until the stream is live, the missed exchanges include it.
    if (!this.#isLive) {
      this.#newest = entry.number;
      return;
    }
    if (this.#isFull) {
      this.#miss();
      return;
    }
    const event: WaitingExchange = { type: 'exchange', entry };
    this.#waiting.push(event);
    this.#unsent.set(createKey(entry), event);
    this.#resize(entry.size);
  }

  /** Completes an exchange that waits; the reader of another one gets an event. */
  complete(sent: Sent): void {
    const event = this.#unsent.get(createKey(sent));
    if (event !== undefined) {
      event.duration = sent.duration;
    } else if (!this.#isFull) {
      this.#waiting.push({ type: 'sent', sent });
      this.#resize(smallSize);
    }
  }

  next(): StreamEvent | undefined {
    if (!this.#isLive) {
      const { value } = this.#missed.next();
      if (value) {
        this.#last = value.number;
        return { type: 'exchange', entry: value };
      }
      this.#isLive = true;
      // The journal was cleared meanwhile, or another copy of it goes on.
      const lost = this.#newest - (this.#last ?? this.#newest);
      return lost > 0 ? { type: 'missed', count: lost } : undefined;
    }
    const event = this.#waiting.shift();
    if (event?.type === 'exchange') {
      this.#unsent.delete(createKey(event.entry));
      this.#resize(-event.entry.size);
    } else if (event !== undefined) {
      this.#resize(-smallSize);
    }
    return event;
  }

  /** Releases its memory. */
  discard(): void {
    this.#resize(-this.#size);
  }

  get #isFull(): boolean {
    return this.#size > maxBehind || this.#together.size > maxBehindTogether;
  }

  #resize(bytes: number): void {
    this.#size += bytes;
    this.#together.size += bytes;
  }

  #miss(): void {
    const last = this.#waiting.at(-1);
    if (last?.type === 'missed') {
      last.count += 1;
    } else {
      this.#waiting.push({ type: 'missed', count: 1 });
      this.#resize(smallSize);
    }
  }
}
