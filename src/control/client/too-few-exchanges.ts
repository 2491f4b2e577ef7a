import { ControlError } from '../control-error.js';
import { said } from '../said.js';
import type { ExchangeCount, QueryOf, RecordedExchange } from '../schemas.js';
import { usualTimeout } from '../waiting.js';
import type { SandboxCaller } from './caller.js';
import { closestInWords, inWords } from './in-words.js';

/** Fewer exchanges came in time than were waited for. */
export class TooFewExchanges extends ControlError {
  /** How many came of how many: the first sentence of the message. */
  readonly summary: string;
  /** Those that came. */
  readonly requests: readonly RecordedExchange[];

  constructor(summary: string, instead: string, requests: readonly RecordedExchange[]) {
    super('conflict', `${summary} ${instead}`.trimEnd());
    this.summary = summary;
    this.requests = requests;
  }
}

type Query = QueryOf<'listRequests'>;

/** `3 of 5 exchanges that fit {"operation":"createPet"} came within 3 s.` */
function summarize(query: Query, came: number): string {
  const { wait, timeout = usualTimeout, limit, ...others } = query;
  const pattern = JSON.stringify(others);
  const fit = pattern === '{}' ? '' : ` that fit ${pattern}`;
  const within = timeout < 1_000 ? `${timeout} ms` : `${timeout / 1_000} s`;
  if (came === 0) {
    const were = wait === 1 ? '1 was' : `${wait} were`;
    return `No exchanges${fit} came within ${within}, and ${were} waited for.`;
  }
  // No more are known of than were asked for.
  const atLeast = came === limit ? 'At least ' : '';
  return `${atLeast}${came} of ${wait} exchanges${fit} came within ${within}.`;
}

/** So many exchanges are named in a message. */
const mostNamed = 3;

function lastInWords(requests: readonly RecordedExchange[]): string {
  const named = requests.slice(-mostNamed).map(inWords).join(', ');
  const which = requests.length > mostNamed ? `The last ${mostNamed} were` : 'There came';
  return `${which} ${named}.`;
}

/** What came closest, unless it is the time alone that others didn't fit. */
async function insteadOf(call: SandboxCaller, query: Query): Promise<string> {
  const { operation, status, note, since, after } = query;
  if (since !== undefined || after !== undefined) {
    return '';
  }
  const body = said({ operation, status, note });
  const reply = await call({ method: 'POST', path: '/requests/count', body });
  const counted = reply as ExchangeCount;
  return counted.count > 0 ? '' : closestInWords(counted);
}

/** Says how many came, and what they were or, when there were none, what came closest. */
export async function tooFewExchanges(
  call: SandboxCaller,
  query: Query,
  requests: readonly RecordedExchange[],
): Promise<TooFewExchanges> {
  const instead = requests.length > 0 ? lastInWords(requests) : await insteadOf(call, query);
  return new TooFewExchanges(summarize(query, requests.length), instead, requests);
}
