import { stringify } from 'lossless-json';
import { ControlError } from '../control-error.js';
import { said } from '../said.js';
import type {
  ExchangeCount,
  ExchangePattern,
  QueryOf,
  RecordedExchange,
  ReplyOf,
} from '../schemas.js';
import type { SandboxCaller } from './caller.js';
import { closestInWords } from './in-words.js';
import { tooFewExchanges } from './too-few-exchanges.js';

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
  const query = { ...filter, ...said({ since: from }) };
  const reply = await call({ method: 'GET', path: '/requests', query });
  const { requests, enough } = reply as ReplyOf<'listRequests'>;
  if (!enough) {
    throw await tooFewExchanges(call, query, requests);
  }
  return requests;
}
