import { shorten } from '../engine/service/wording.js';
import type { JournalEntry } from '../engine/simulation/journal.js';
import type { Redactor } from '../redaction.js';
import type { Caller } from './summary.js';

/** So many clients are told apart; who comes later isn't kept. */
const most = 100;
/** So many characters of a User-Agent are kept. */
const mostShown = 200;

function userAgentOf(rawHeaders: readonly string[]): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'user-agent') {
      return shorten(rawHeaders[index + 1] as string, mostShown);
    }
  }
  return undefined;
}

/** The clients that sent certain requests, by sandbox and `User-Agent`. */
export class Callers {
  readonly #redactor: Redactor;
  readonly #callers = new Map<string, { -readonly [Key in keyof Caller]: Caller[Key] }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add({ sandbox, rawHeaders }: JournalEntry): void {
    const sent = userAgentOf(rawHeaders);
    const userAgent = sent === undefined ? undefined : this.#redactor.text(sent);
    const name = `${sandbox} ${userAgent ?? ''}`;
    const caller = this.#callers.get(name);
    if (caller !== undefined) {
      caller.count += 1;
    } else if (this.#callers.size < most) {
      this.#callers.set(name, { sandbox, userAgent, count: 1 });
    }
  }

  list(): Caller[] {
    return [...this.#callers.values()].map((caller) => ({ ...caller }));
  }
}
