import { headerOf } from '../engine/message.js';
import { shorten } from '../engine/service/wording.js';
import type { JournalEntry } from '../engine/simulation/journal.js';
import type { Redactor } from '../redaction.js';
import type { Caller } from './summary.js';

/** So many clients are told apart; who comes later isn't kept. */
const most = 100;
/** So many characters of a User-Agent are kept. */
const mostShown = 200;

/** The clients that sent certain requests, by sandbox and `User-Agent`. */
export class Callers {
  readonly #redactor: Redactor;
  /** By sandbox and `User-Agent` as it was sent: what isn't new is neither redacted nor cut again. */
  readonly #callers = new Map<string, { -readonly [Key in keyof Caller]: Caller[Key] }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add({ sandbox, rawHeaders }: JournalEntry): void {
    const sent = headerOf(rawHeaders, 'user-agent');
    const name = `${sandbox} ${sent ?? ''}`;
    const caller = this.#callers.get(name);
    if (caller !== undefined) {
      caller.count += 1;
    } else if (this.#callers.size < most) {
      // A key is looked for before the text is cut, as half of one would not be found.
      const userAgent = sent && shorten(this.#redactor.text(sent), mostShown);
      this.#callers.set(name, { sandbox, userAgent, count: 1 });
    }
  }

  list(): Caller[] {
    return [...this.#callers.values()].map((caller) => ({ ...caller }));
  }
}
