import { useMemo } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import type { ExchangeRow } from '../../server/admin/changes-route.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { formatDuration } from '../active.js';
import { Icon, type IconName } from '../icons.js';
import { type Fields, formatQuery, readRoute, setParameters } from '../router.js';
import { call } from '../simulator.js';

export const keyOf = ({ sandbox, number }: Pick<ExchangeRow, 'sandbox' | 'number'>) =>
  `${sandbox}/${number}`;

/** The target without the prefix of its sandbox, whose column has it: narrow rows have room for the rest. */
const shortenTarget = (row: ExchangeRow) =>
  formatTarget(row).replace(RegExp(`^/sandboxes/${row.sandbox}(?=/)`), '');

export const columns: Readonly<Record<string, (one: ExchangeRow) => string | number>> = {
  Status: ({ status }) => status,
  Request: shortenTarget,
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

/** Reads an exchange by its key; null when the journal doesn't have it. */
export async function readExchange(key: string): Promise<RecordedExchange | null> {
  const [sandbox = '', number] = key.split('/', 2);
  const query = formatQuery({ after: Math.max(Number(number) - 1, 0) || 0, limit: 1 });
  const path = `GET /requests${query}`;
  const { requests } = await call<{ requests: RecordedExchange[] }>(path, sandbox);
  return requests.find((one) => keyOf(one) === key) ?? null;
}

/** Reads the rows of a list again: so many of the newest that pass its filter. */
export async function readRows(filter: Parameters<typeof formatQuery>[0], limit: number) {
  const path = `GET /changes${formatQuery({ ...filter, limit })}`;
  return (await call<{ requests: readonly ExchangeRow[] }>(path)).requests;
}

type Totals = Readonly<Record<'kept' | 'dropped' | 'cleared', number>>;

/** Counts the requests of a list: `4 of 62 requests in default`. */
export function formatTotal(listed: number, totals: Totals, sandbox?: string) {
  const { kept, dropped, cleared } = totals;
  const of = listed === kept ? '' : `of ${kept} `;
  const older = dropped > 0 && cleared === 0 ? `; ${dropped} older ones were dropped` : '';
  return `${listed} ${of}request${kept === 1 ? '' : 's'} in ${sandbox ?? 'all sandboxes'}${older}`;
}

/** The icons of outcomes that the status doesn't say. */
const outcomeIcons: Readonly<Record<string, IconName>> = { refused: 'ban', mismatch: 'unequal' };

type StatusProps = Pick<ExchangeRow, 'status' | 'outcome' | 'fault'>;

/** The colour of a status, and whether a fault took the place of the response. */
export const classifyStatus = ({ outcome, fault }: StatusProps) => ({
  tone: /^\d/.test(outcome) ? `s${outcome}` : fault ? 's2xx' : outcome,
  isAlone: /^(?:reset|empty|hang)$/.test(fault ?? ''),
});

/** The status in the colour of its outcome, and the fault that broke the rest or took its place. */
export function StatusCell(row: StatusProps) {
  const { status, outcome, fault } = row;
  const { tone, isAlone } = classifyStatus(row);
  const icon = outcomeIcons[outcome];
  return (
    <>
      {!isAlone && (
        <span class={`badge ${tone}`}>
          {icon && <Icon name={icon} />}
          {status}
        </span>
      )}
      {fault && (
        <span class="badge fault" title={fault}>
          <Icon name="bolt" />
          {isAlone ? fault : <span class="hidden">{fault}</span>}
        </span>
      )}
    </>
  );
}

export const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Opens an exchange in place of another one, if one is open. */
export const openExchange = (exchange: string) =>
  setParameters({ exchange }, readRoute().parameters.exchange === undefined);

function markWords(text: string, words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`));
  const parts = words.length === 0 ? [text] : text.split(RegExp(`(${escaped.join('|')})`, 'i'));
  return parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part));
}

/** The tone of a reason, and whether the client should look at its request. */
export function classifyReason({ rule, cause }: ExchangeRow) {
  if (rule !== undefined || cause === 'mismatch') {
    return { tone: rule === undefined ? 'mismatch' : 'rule', isHint: false };
  }
  const isHint = /^(?:refused|violation|open)$/.test(cause);
  return { tone: cause === 'refused' ? cause : isHint ? 'violation' : '', isHint };
}

interface RowProps {
  exchange: ExchangeRow;
  isOpened: boolean;
  query: string;
  search: string;
}

/** Drawn again only when the exchange changes: a row costs a millisecond. */
export function Row({ exchange, isOpened, query, search }: RowProps) {
  const { method, reason, hit, duration, sandbox, test, time } = exchange;
  const key = keyOf(exchange);
  return useMemo(() => {
    const { tone, isHint } = classifyReason(exchange);
    const target = formatTarget(exchange);
    const words = search.split(/\s+/).filter(Boolean);
    const open = (event: MouseEvent) => {
      // With these keys, the browser opens the link elsewhere. Selected text stays for copying.
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (isPlain && getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        openExchange(key);
      }
    };
    return (
      <tr class={isOpened ? 'opened' : ''} onClick={open}>
        <td class="c-status">
          <StatusCell {...exchange} />
        </td>
        <th scope="row" class="c-request">
          <a href={`#/traffic/${key}${query}`} aria-current={isOpened} id={`row-${key}`}>
            <span>{method}</span>{' '}
            <span title={target}>{markWords(shortenTarget(exchange), words)}</span>
          </a>
        </th>
        <td class={`c-reason reason ${hit ? '' : tone}`} title={hit ?? (reason || undefined)}>
          {isHint &&
            !hit && [<Icon name="alert" />, <span class="hidden">Check the request:</span>, ' ']}
          {markWords(hit ?? reason, words)}
        </td>
        <td class="c-sandbox" title={test ? `${sandbox}, test “${test}”` : sandbox}>
          {sandbox}
        </td>
        <td class="c-duration">{formatDuration(duration)}</td>
        <td class="c-time">{clock.format(time)}</td>
      </tr>
    );
  }, [key, duration, isOpened, query, search, hit]);
}
