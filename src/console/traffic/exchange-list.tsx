import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Table } from '../components/table.js';
import { KindTag } from './kinds.js';
import { formatDuration, formatStatus, type Row } from './log.js';

interface ExchangeListProps {
  /** The newest first. */
  readonly rows: readonly Row[];
  readonly onOpen: (row: Row) => void;
}

/** So many rows are drawn at first, and more at each click: drawing thousands again and again is slow. */
const step = 200;

const columns = ['Answer', 'Status', 'Request', 'Operation', 'Duration', 'Sandbox', 'Test', 'Time'];

const formatTime = (time: string) => {
  const date = new Date(time);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
};

export const formatTarget = ({ method, path, query }: Row['exchange']) =>
  `${method} ${path}${query === '' ? '' : `?${query}`}`;

function ExchangeRow({ row, onOpen }: { readonly row: Row } & Pick<ExchangeListProps, 'onOpen'>) {
  const { exchange, kind } = row;
  const { operation, duration, sandbox, test, time } = exchange;
  const target = formatTarget(exchange);
  return (
    <tr>
      <td>
        <KindTag kind={kind} />
      </td>
      <td class="number">{formatStatus(exchange)}</td>
      <th scope="row">
        <Button kind="link" title={target} onClick={() => onOpen(row)}>
          {target}
        </Button>
      </th>
      <td>{operation}</td>
      <td class="number">{formatDuration(duration)}</td>
      <td title={sandbox}>{sandbox}</td>
      <td title={test}>{test}</td>
      <td class="number">{formatTime(time)}</td>
    </tr>
  );
}

/** Moves the focus to the request in the row above or below. */
function moveFocus(event: KeyboardEvent): void {
  const row = (event.target as Element).closest('tr');
  const rows = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling };
  const button = rows[event.key as keyof typeof rows]?.querySelector('button');
  if (button) {
    event.preventDefault();
    button.focus();
  }
}

/** A list of any length. The browser keeps the place of who reads further down while new rows come. */
export function ExchangeList({ rows, onOpen }: ExchangeListProps) {
  const [drawn, setDrawn] = useState(step);
  return (
    <>
      <Table
        caption="Exchanges, newest first"
        columns={columns}
        class="traffic-list"
        onKeyDown={moveFocus}
      >
        {rows.slice(0, drawn).map((row) => (
          <ExchangeRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </Table>
      {rows.length > drawn && (
        <Button onClick={() => setDrawn(drawn + step)}>
          Show more: {rows.length - drawn} are older
        </Button>
      )}
    </>
  );
}
