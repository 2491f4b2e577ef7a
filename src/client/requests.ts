import { stringify } from 'lossless-json';
import { SimulatorError } from '../document/errors.js';
import { formatCount } from '../document/format.js';
import { formatTarget } from '../document/message.js';
import type { AdminInput } from '../server/admin/admin.js';
import type {
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
} from '../server/admin/exchange-schemas.js';
import type { Call } from './call.js';

type Query = AdminInput<'listRequests'>;

/** Which exchanges are listed; all filters apply. */
export type ExchangeFilter = Omit<Query, 'since'> & {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string;
};

/** This many exchanges are named in a message. */
const maxNamed = 3;

/** `POST /v1/pets (201)`. */
function formatExchange(exchange: RecordedExchange): string {
  return `${exchange.method} ${formatTarget(exchange)} (${exchange.status})`;
}

/** Says what is missing, what the journal dropped, and what is there instead. */
function createMissing(missing: string, dropped = 0, details = ''): SimulatorError {
  const lost =
    dropped > 0 &&
    `The journal dropped ${formatCount(dropped, 'older exchange')} (maxJournal, maxJournalSize).`;
  const message = [missing, lost, details].filter(Boolean).join(' ');
  return new SimulatorError('simulator_conflict', message);
}

function formatClosest({ closest, dropped }: ExchangeCount): string {
  if (closest === undefined) {
    return dropped === undefined ? 'The sandbox received no request at all.' : '';
  }
  const differences = closest.differences.map((one) => `  ${one}`).join('\n');
  return `The closest was ${formatExchange(closest.request)}:\n${differences}`;
}

/** The last exchanges that match, or how the closest one differs. */
async function describeFound(
  call: Call,
  query: Query,
  requests: readonly RecordedExchange[],
): Promise<string> {
  if (requests.length > 0) {
    const named = requests.slice(-maxNamed).map(formatExchange).join(', ');
    return `${requests.length > maxNamed ? `The last ${maxNamed} were` : 'Received:'} ${named}.`;
  }
  const { since, after, limit: _limit, wait: _wait, timeout: _timeout, ...pattern } = query;
  const counted = await call('countRequests', { body: pattern });
  // Others may not match only because of their time.
  return since !== undefined || after !== undefined || counted.count > 0
    ? ''
    : formatClosest(counted);
}

/** @throws {SimulatorError} when the time is over before the filter's `wait` is reached */
export async function readRequests(
  call: Call,
  { since, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const query: Query = { ...filter, since: since instanceof Date ? since.toISOString() : since };
  const { requests, enough, dropped } = await call('listRequests', query);
  if (enough) {
    return requests;
  }
  const { wait = 0, timeout = 3_000, limit: _limit, ...pattern } = query;
  const text = JSON.stringify(pattern);
  const match = text === '{}' ? '' : ` that match ${text}`;
  throw createMissing(
    `Expected ${formatCount(wait, 'exchange')}${match} within ${timeout} ms; got ${requests.length}.`,
    dropped,
    await describeFound(call, query, requests),
  );
}

/** No exchange matches a pattern. */
export const createNotReceived = (pattern: ExchangePattern, counted: ExchangeCount) =>
  createMissing(
    `No exchange matches ${stringify(pattern)}.`,
    counted.dropped,
    formatClosest(counted),
  );
