import { stringify } from 'lossless-json';
import { omitUndefined, parseWrittenJson } from '../base/json.js';
import { formatCount } from '../base/text.js';
import { SimulatorError } from '../document/errors.js';
import { formatTarget } from '../document/message.js';
import type { Admin, AdminInput, AdminOutput } from '../server/admin/admin.js';
import type {
  ExchangeCondition,
  ExchangeCount,
  RecordedExchange,
} from '../server/admin/journal-routes.js';
import type { AdminOperation } from '../server/admin/paths.js';

export type CallAdmin = <Name extends AdminOperation>(
  operation: Name,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;

export const createCallAdmin =
  (admin: Admin, sandbox: string): CallAdmin =>
  async (operation, input) => {
    const { body, ...parameters } = omitUndefined(input as { readonly body?: unknown });
    const text = await admin({ operation, sandbox, parameters, body: stringify(body) ?? '' });
    if (text === '') {
      return undefined as never;
    }
    // A contract is kept byte for byte.
    return (operation === 'readPact' ? text : parseWrittenJson(text)) as never;
  };

/** Filters of listed exchanges; all apply. */
export interface ExchangeFilter extends ExchangeCondition {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string | undefined;
  /** Only those after the one with this number. */
  readonly after?: number | undefined;
  /** By number. Default: ascending. */
  readonly order?: 'ascending' | 'descending' | undefined;
  /** Maximum number; the first that match are listed. */
  readonly limit?: number | undefined;
  /** Wait until this many exchanges match. */
  readonly wait?: number | undefined;
  /** Maximum time to wait, in milliseconds. Default: 3000. */
  readonly timeout?: number | undefined;
}

/** Says what is missing, what the journal dropped, and what is there instead. */
export function createMissing(
  missing: string,
  { count, closest, dropped = 0 }: ExchangeCount,
): SimulatorError {
  const parts = [missing];
  if (dropped > 0) {
    const lost = formatCount(dropped, 'older exchange');
    parts.push(`The journal dropped ${lost} (maxJournal, maxJournalSize).`);
  }
  if (closest !== undefined) {
    const { request, differences } = closest;
    const line = `${request.method} ${formatTarget(request)} (${request.status})`;
    parts.push([`The closest was ${line}:`, ...differences].join('\n  '));
  } else if (count === 0 && dropped === 0) {
    parts.push('The sandbox received no request at all.');
  }
  return new SimulatorError('simulator_conflict', parts.join(' '));
}

/** @throws {SimulatorError} when the time is over before the filter's `wait` is reached */
export async function readRequests(
  call: CallAdmin,
  { since: from, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const query = { ...filter, since: from instanceof Date ? from.toISOString() : from };
  const { requests, enough } = await call('listRequests', query);
  if (enough) {
    return requests;
  }
  const { wait = 0, timeout = 3_000, limit: _limit, order: _order, ...shown } = query;
  const text = JSON.stringify(shown);
  const match = text === '{}' ? '' : ` that match ${text}`;
  const { since: _since, after: _after, ...pattern } = shown;
  throw createMissing(
    `Expected ${formatCount(wait, 'exchange')}${match} within ${timeout} ms; got ${requests.length}.`,
    await call('countRequests', { body: pattern }),
  );
}
