import { useState } from 'preact/hooks';
import { type Exchange, findOutcome } from '../../engine/exchange.js';
import { Button, Table } from '../components.js';
import {
  findFault,
  findHint,
  formatDuration,
  formatStatus,
  formatTarget,
  keyOf,
} from './exchanges.js';

/** The status or the fault in the colour of its outcome; a fault that broke the rest stands beside it. */
export function Status({ exchange }: { readonly exchange: Exchange }) {
  const [status, ...fault] = formatStatus(exchange).split(' ');
  const outcome = findOutcome(exchange);
  const isStatus = findFault(exchange) !== status;
  return (
    <>
      <span class={`status ${outcome === 'fault' && isStatus ? 's2xx' : `s${outcome}`}`}>
        {status}
      </span>
      {fault.length > 0 && ' '}
      {fault.length > 0 && <span class="status sfault">{fault}</span>}
    </>
  );
}

export const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function formatAge(time: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(time)) / 1_000);
  return seconds < 1 ? 'now' : seconds < 60 ? `${seconds} s` : clock.format(new Date(time));
}

interface ExchangeListProps {
  /** The newest first. */
  readonly exchanges: readonly Exchange[];
  readonly opened: string | undefined;
  readonly now: number;
  /** Whether each row says its sandbox. */
  readonly isMixed: boolean;
  readonly onOpen: (exchange: Exchange) => void;
  readonly onScroll: (isAtTop: boolean) => void;
}

/** So many rows are drawn at first, and more at each click: a new row costs a millisecond when all are new. */
const step = 40;

/** A list of any length. */
export function ExchangeList(props: ExchangeListProps) {
  const { exchanges, opened, now, isMixed, onOpen, onScroll } = props;
  const [drawn, setDrawn] = useState(step);
  const columns = ['Status', 'Request', ...(isMixed ? ['Sandbox'] : []), 'Duration', 'Age'];
  return (
    <Table
      label="Exchanges, newest first"
      columns={columns}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop < 8)}
    >
      {exchanges.slice(0, drawn).map((exchange) => {
        const { method, path, query, duration, sandbox, test, time, rule } = exchange;
        const key = keyOf(exchange);
        const hint = findHint(exchange);
        const target = formatTarget(exchange);
        return (
          <tr key={key} class={key === opened ? 'opened' : ''} onClick={() => onOpen(exchange)}>
            <td>
              <Status exchange={exchange} />
            </td>
            <th scope="row">
              <Button class="link" title={target} aria-current={key === opened} id={`row-${key}`}>
                <span class="method">{method}</span> {path}
                {query && `?${query}`}
              </Button>
              {hint && (
                <span class="hint" title={hint}>
                  <b>!</b> {hint}
                </span>
              )}
              {rule && <span class="applies">rule</span>}
            </th>
            {isMixed && <td title={test}>{sandbox}</td>}
            <td class="number">{formatDuration(duration)}</td>
            <td class="number">{formatAge(time, now)}</td>
          </tr>
        );
      })}
      {exchanges.length > drawn && (
        <tr>
          <td colSpan={columns.length}>
            <Button onClick={() => setDrawn(drawn + step)}>
              Show more: {exchanges.length - drawn} are older
            </Button>
          </td>
        </tr>
      )}
    </Table>
  );
}
