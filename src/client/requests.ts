import { stringify } from 'lossless-json';
import { ControlError } from '../admin/errors.js';
import {
  type ExchangeCount,
  type ExchangePattern,
  omitUndefined,
  type QueryOf,
  type RecordedExchange,
  type ReplyOf,
  usualTimeout,
} from '../admin/schemas.js';
import { formatTarget } from '../engine/interface/message.js';
import type { SandboxCaller } from './transport.js';

/** `POST /v1/pets (201)`. */
function inWords(exchange: RecordedExchange): string {
  return `${exchange.method} ${formatTarget(exchange)} (${exchange.status})`;
}

/** Which exchange came closest to what none was like, and how it differs. */
function closestInWords({ closest }: ExchangeCount): string {
  if (closest === undefined) {
    return 'Nothing was sent at all.';
  }
  const differences = closest.differences.map((one) => `  ${one}`).join('\n');
  return `The closest was ${inWords(closest.request)}:\n${differences}`;
}

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
const maxNamed = 3;

function lastInWords(requests: readonly RecordedExchange[]): string {
  const named = requests.slice(-maxNamed).map(inWords).join(', ');
  const which = requests.length > maxNamed ? `The last ${maxNamed} were` : 'There came';
  return `${which} ${named}.`;
}

/** What came closest, unless it is the time alone that others didn't fit. */
async function insteadOf(call: SandboxCaller, query: Query): Promise<string> {
  const { operation, status, note, since, after } = query;
  if (since !== undefined || after !== undefined) {
    return '';
  }
  const body = omitUndefined({ operation, status, note });
  const reply = await call({ method: 'POST', path: '/requests/count', body });
  const counted = reply as ExchangeCount;
  return counted.count > 0 ? '' : closestInWords(counted);
}

/** Says how many came, and what they were or, when there were none, what came closest. */
async function tooFewExchanges(
  call: SandboxCaller,
  query: Query,
  requests: readonly RecordedExchange[],
): Promise<TooFewExchanges> {
  const instead = requests.length > 0 ? lastInWords(requests) : await insteadOf(call, query);
  return new TooFewExchanges(summarize(query, requests.length), instead, requests);
}

/** Which exchanges are asked for; all of it has to hold. */
export type ExchangeFilter = Omit<QueryOf<'listRequests'>, 'since'> & {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string;
};

/** Says that no exchange fits, which came closest, and how it differs. */
export function notReceived(pattern: ExchangePattern, counted: ExchangeCount): ControlError {
  return new ControlError(
    'conflict',
    `No exchange fits ${stringify(pattern)}. ${closestInWords(counted)}`,
  );
}

/** @throws {TooFewExchanges} when fewer come in time than are waited for */
export async function readRequests(
  call: SandboxCaller,
  { since, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const from = since instanceof Date ? since.toISOString() : since;
  const query = { ...filter, ...omitUndefined({ since: from }) };
  const reply = await call({ method: 'GET', path: '/requests', query });
  const { requests, enough } = reply as ReplyOf<'listRequests'>;
  if (!enough) {
    throw await tooFewExchanges(call, query, requests);
  }
  return requests;
}
