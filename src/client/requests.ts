import { stringify } from 'lossless-json';
import { SimulatorError } from '../document/errors.js';
import { formatTarget } from '../document/message.js';
import type {
  AdminInput,
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
} from '../server/admin/types.js';
import type { SandboxCall } from './sandbox-handle.js';

type Query = AdminInput<'listRequests'>;

/** Which exchanges are listed; all filters apply. */
export type ExchangeFilter = Omit<Query, 'since'> & {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string;
};

/** How long `wait` takes at most, in milliseconds. */
const defaultTimeout = 3_000;
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
    : `The journal dropped ${dropped} older ${exchanges} (maxJournal, maxJournalSize). `;
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
async function describeClosest(call: SandboxCall, query: Query): Promise<string> {
  const { since, after, limit: _limit, wait: _wait, timeout: _timeout, ...pattern } = query;
  if (since !== undefined || after !== undefined) {
    return '';
  }
  const counted = await call('countRequests', { body: pattern });
  return counted.count > 0 ? '' : formatClosest(counted);
}

/** @throws {SimulatorError} when the time is over before the filter's `wait` is reached */
export async function readRequests(
  call: SandboxCall,
  { since, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const from = since instanceof Date ? since.toISOString() : since;
  const query: Query = { ...filter, ...(from === undefined ? {} : { since: from }) };
  const { requests, enough, dropped } = await call('listRequests', query);
  if (!enough) {
    const details = requests.length > 0 ? formatLast(requests) : await describeClosest(call, query);
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
