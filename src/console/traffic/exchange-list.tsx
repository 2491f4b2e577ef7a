import { useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import { type Exchange, findOutcome } from '../../engine/exchange.js';
import { Button, Table } from '../components.js';
import { findFault, findHint, formatDuration, formatRequest, keyOf } from './exchanges.js';

/** The status in the colour of its outcome, and the fault that broke the rest or took its place. */
export function Status({ exchange }: { readonly exchange: Exchange }) {
  const fault = findFault(exchange);
  return (
    <>
      {!/^(?:reset|empty|hang)$/.test(fault ?? '') && (
        <span class={`status s${fault ? '2xx' : findOutcome(exchange.status, exchange.notes)}`}>
          {exchange.status}
        </span>
      )}{' '}
      {fault && <span class="status sfault">{fault}</span>}
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
  readonly onOpen: (key: string) => void;
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
        const { method, duration, sandbox, test, time, rule } = exchange;
        const key = keyOf(exchange);
        const hint = findHint(exchange);
        return (
          <tr key={key} class={key === opened ? 'opened' : ''} onClick={() => onOpen(key)}>
            <td>
              <Status exchange={exchange} />
            </td>
            <th scope="row">
              <Button
                class="link"
                title={formatRequest(exchange)}
                aria-current={key === opened}
                id={`row-${key}`}
              >
                <span class="method">{method}</span> {formatTarget(exchange)}
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
