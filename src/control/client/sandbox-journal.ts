import { stringify } from 'lossless-json';
import { targetOf } from '../../engine/message.js';
import { ControlError } from '../control-error.js';
import type {
  ExchangeCount,
  ExchangePattern,
  QueryOf,
  RecordedExchange,
  ReplyOf,
} from '../schemas.js';
import type { SandboxCaller } from './caller.js';

/** Which exchanges are asked for; all of it has to hold. */
export type ExchangeFilter = Omit<QueryOf<'listRequests'>, 'since'> & {
  /** Only those from this instant on, by the real clock. */
  readonly since?: Date | string;
};

/** Fewer exchanges came in time than were waited for. */
export class TooFewExchanges extends ControlError {
  constructor(message: string) {
    super('conflict', message);
  }
}

function inWords(exchange: RecordedExchange): string {
  return `${exchange.method} ${targetOf(exchange)} (${exchange.status})`;
}

/** Says that no exchange fits, which came closest, and how it differs. */
export function notReceived(pattern: ExchangePattern, { closest }: ExchangeCount): ControlError {
  const differs =
    closest === undefined
      ? 'Nothing was sent at all.'
      : `The closest was ${inWords(closest.request)}:\n${closest.differences.map((one) => `  ${one}`).join('\n')}`;
  return new ControlError('conflict', `No exchange fits ${stringify(pattern)}. ${differs}`);
}

export async function readRequests(
  call: SandboxCaller,
  { since, ...filter }: ExchangeFilter,
): Promise<RecordedExchange[]> {
  const from = since instanceof Date ? since.toISOString() : since;
  const query = { ...filter, since: from };
  const reply = await call({ method: 'GET', path: '/requests', query });
  const { requests, enough } = reply as ReplyOf<'listRequests'>;
  if (!enough) {
    const came = requests.length === 0 ? 'none' : requests.map(inWords).join(', ');
    throw new TooFewExchanges(
      `${filter.wait} exchanges were waited for that fit ${JSON.stringify(query)}, and ${came} came in time.`,
    );
  }
  return requests;
}
