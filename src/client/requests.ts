import { stringify } from 'lossless-json';
import type {
  ExchangeCount,
  ExchangePattern,
  QueryOf,
  RecordedExchange,
} from '../admin/schemas.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { formatTarget } from '../engine/interface/message.js';
import type { AdminClient } from './admin-client.js';

type Query = QueryOf<'listRequests'>;

/** Which exchanges are listed; all filters apply. */
export type ExchangeFilter = Omit<Query, 'since'> & {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string;
};

/** How long `wait` takes at most, in milliseconds. */
const defaultTimeout = 3_000;
/** How many exchanges are read at once. */
const pageSize = 100;
/** This many exchanges are named in a message. */
const maxNamed = 3;

/** `POST /v1/pets (201)`. */
function formatExchange(exchange: RecordedExchange): string {
  return `${exchange.method} ${formatTarget(exchange)} (${exchange.status})`;
}

/** Describes the exchanges that the journal dropped. */
function formatDropped(dropped = 0): string {
  const exchanges = dropped === 1 ? 'exchange' : 'exchanges';
  return dropped === 0
    ? ''
    : `The journal dropped ${dropped} older ${exchanges} (--max-journal, --max-journal-size). `;
}

function formatClosest({ closest, dropped }: ExchangeCount): string {
  if (closest === undefined) {
    return dropped === undefined ? 'The sandbox received no request at all.' : '';
  }
  const differences = closest.differences.map((one) => `  ${one}`).join('\n');
  return `The closest was ${formatExchange(closest.request)}:\n${differences}`;
}

/** `Expected 5 exchanges that match {"operation":"createPet"} within 3 s; got 3.` */
function formatSummary(query: Query, count: number): string {
  const { wait, timeout = defaultTimeout, limit, ...pattern } = query;
  const text = JSON.stringify(pattern);
  const match = text === '{}' ? '' : ` that match ${text}`;
  const within = timeout < 1_000 ? `${timeout} ms` : `${timeout / 1_000} s`;
  // With a limit, there may be more than it shows.
  const atLeast = count > 0 && count === limit ? 'at least ' : '';
  const exchanges = wait === 1 ? 'exchange' : 'exchanges';
  return `Expected ${wait} ${exchanges}${match} within ${within}; got ${atLeast}${count}.`;
}

function formatLast(requests: readonly RecordedExchange[]): string {
  const named = requests.slice(-maxNamed).map(formatExchange).join(', ');
  return `${requests.length > maxNamed ? `The last ${maxNamed} were` : 'Received:'} ${named}.`;
}

/** How the closest exchange differs, unless others don't match only because of their time. */
async function describeClosest(admin: AdminClient, query: Query): Promise<string> {
  const { since, after, limit: _limit, wait: _wait, timeout: _timeout, ...pattern } = query;
  if (since !== undefined || after !== undefined) {
    return '';
  }
  const counted = await admin.POST('/requests/count', { body: pattern });
  return counted.count > 0 ? '' : formatClosest(counted);
}

/** Lists what a query finds, in pages: a long list that is parsed at once would stop this process. */
async function readPages(admin: AdminClient, query: Query) {
  const { wait: _wait, timeout: _timeout, limit = Number.POSITIVE_INFINITY, ...filter } = query;
  const readPage = (page: Query, left: number) =>
    admin.GET('/requests', { params: { query: { ...page, limit: Math.min(left, pageSize) } } });
  const first = await readPage(query, limit);
  const requests = [...first.requests];
  let { length } = first.requests;
  while (length === pageSize && requests.length < limit) {
    const after = requests.at(-1)?.number ?? 0;
    const page = await readPage({ ...filter, after }, limit - requests.length);
    // Those that arrived meanwhile would never end.
    const earlier = page.requests.filter(({ number }) => number <= first.total);
    requests.push(...earlier);
    length = earlier.length;
  }
  return { ...first, requests };
}

/** @throws {SimulatorError} when the time is over before the filter's `wait` is reached */
export async function readRequests(
  admin: AdminClient,
  { since, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const from = since instanceof Date ? since.toISOString() : since;
  const query: Query = { ...filter, ...(from === undefined ? {} : { since: from }) };
  const { requests, enough, dropped } = await readPages(admin, query);
  if (!enough) {
    const details =
      requests.length > 0 ? formatLast(requests) : await describeClosest(admin, query);
    const summary = formatSummary(query, requests.length);
    throw new SimulatorError(
      'simulator_conflict',
      `${summary} ${formatDropped(dropped)}${details}`.trimEnd(),
    );
  }
  return requests;
}

/** No exchange matches a pattern. */
export function toNotReceived(pattern: ExchangePattern, counted: ExchangeCount): SimulatorError {
  return new SimulatorError(
    'simulator_conflict',
    `No exchange matches ${stringify(pattern)}. ${formatDropped(counted.dropped)}${formatClosest(counted)}`.trimEnd(),
  );
}
