import { useMemo } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import type { ExchangeRow, RecordedExchange } from '../../server/admin/journal-routes.js';
import { formatDuration } from '../active.js';
import { Button } from '../components.js';
import { type Fields, formatQuery, readRoute, setParameters } from '../router.js';
import { call } from '../simulator.js';

export const keyOf = ({ sandbox, number }: Pick<ExchangeRow, 'sandbox' | 'number'>) =>
  `${sandbox}/${number}`;

/** The columns, and by what each sorts. */
export const columns: Readonly<Record<string, (one: ExchangeRow) => string | number>> = {
  Status: ({ status }) => status,
  Request: formatTarget,
  Reason: ({ reason }) => reason,
  Sandbox: ({ sandbox }) => sandbox,
  Duration: ({ duration = Number.POSITIVE_INFINITY }) => duration,
  Time: ({ time }) => time,
};

/** Sorts by the column in the URL; the newest come first without one. */
export function sortExchanges(exchanges: readonly ExchangeRow[], { sort = '', order }: Fields) {
  const read = columns[sort];
  const sign = order ? -1 : 1;
  return read === undefined
    ? exchanges
    : exchanges.toSorted((one, other) => (read(one) < read(other) ? -sign : sign));
}

/** @throws {Error} when the journal doesn't have it */
export async function readExchange(key: string): Promise<RecordedExchange> {
  const [sandbox = '', number] = key.split('/', 2);
  const query = formatQuery({ after: Math.max(Number(number) - 1, 0) || 0, limit: 1 });
  const path = `GET /requests${query}`;
  const { requests } = await call<{ requests: RecordedExchange[] }>(path, sandbox);
  const exchange = requests.find((one) => keyOf(one) === key);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return exchange;
}

type StatusProps = Pick<ExchangeRow, 'status' | 'outcome' | 'fault'>;

/** The status in the colour of its outcome, and the fault that broke the rest or took its place. */
export const Status = ({ status, outcome, fault }: StatusProps) => (
  <>
    {!/^(?:reset|empty|hang)$/.test(fault ?? '') && (
      <span class={`status s${fault ? '2xx' : outcome}`}>{status}</span>
    )}{' '}
    {fault && <span class="status sfault">{fault}</span>}
  </>
);

export const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Opens an exchange in place of another one, if one is open. */
export const openExchange = (exchange: string) =>
  setParameters({ exchange }, readRoute().parameters.exchange === undefined);

interface RowProps {
  readonly exchange: ExchangeRow;
  readonly isOpened: boolean;
}

/** Drawn again only when the exchange changes: a row costs a millisecond. */
export function Row({ exchange, isOpened }: RowProps) {
  const { method, cause, reason, duration, sandbox, test, time, rule } = exchange;
  const key = keyOf(exchange);
  return useMemo(() => {
    const isHint = /^(?:refused|mismatch|violation|open)$/.test(cause) || reason === 'without /v1';
    return (
      <tr class={isOpened ? 'opened' : ''} onClick={() => openExchange(key)}>
        <td>
          <Status {...exchange} />
        </td>
        <th scope="row">
          <Button class="link" aria-current={isOpened} id={`row-${key}`}>
            <span class="method">{method}</span> {formatTarget(exchange)}
          </Button>
        </th>
        <td class={rule ? 'applies' : isHint ? 'hint' : 'faint'} title={reason}>
          {isHint && <b>!</b>} {reason}
        </td>
        <td title={test}>{sandbox}</td>
        <td class="number">{duration === undefined ? 'waiting' : formatDuration(duration)}</td>
        <td class="number">{clock.format(time)}</td>
      </tr>
    );
  }, [key, duration, isOpened]);
}
