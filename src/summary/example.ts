import { targetOf } from '../engine/message.js';
import { shorten } from '../engine/service/wording.js';
import type { JournalEntry } from '../engine/simulation/journal.js';
import type { Redactor } from '../redaction.js';

/** So many characters of a request are kept. */
const mostShown = 200;

/** A request that a summary can show. */
export type Shown = Pick<JournalEntry, 'method' | 'path' | 'query' | 'message'>;

/** One of the requests that are counted together. */
export interface Example {
  /** `GET /v1/pets?limit=0`, without keys. */
  example: string;
  /** What it was told is wrong. */
  message: string | undefined;
}

export function exampleOf(request: Shown, redactor: Redactor): Example {
  const { method, message } = request;
  return {
    example: shorten(`${method} ${redactor.target(targetOf(request))}`, mostShown),
    message: message === undefined ? undefined : redactor.text(message),
  };
}
