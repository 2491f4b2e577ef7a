import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatDuration, formatStatus } from './format.js';
import { KindTag } from './kind-tag.js';
import type { Row } from './log.js';

interface ExchangeListProps {
  /** The newest first. */
  readonly rows: readonly Row[];
  readonly onOpen: (row: Row) => void;
}

/** In pixels, as in the style sheet. */
const rowHeight = 34;
/** Rows that are drawn beyond what is visible, for quick scrolling. */
const margin = 8;

const formatTime = (time: string) => {
  const date = new Date(time);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
};

function ExchangeRow({ row, onOpen }: { readonly row: Row } & Pick<ExchangeListProps, 'onOpen'>) {
  const { exchange, kind } = row;
  const { method, path, query, operation, duration, sandbox, test, time } = exchange;
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  return (
    <tr>
      <td>
        <KindTag kind={kind} />
      </td>
      <td class="number">{formatStatus(exchange)}</td>
      <th scope="row">
        <button type="button" class="button button-link" title={target} onClick={() => onOpen(row)}>
          {target}
        </button>
      </th>
      <td>{operation}</td>
      <td class="number">{formatDuration(duration)}</td>
      <td title={sandbox}>{sandbox}</td>
      <td title={test}>{test}</td>
      <td class="number">{formatTime(time)}</td>
    </tr>
  );
}

const columns = ['Answer', 'Status', 'Request', 'Operation', 'Duration', 'Sandbox', 'Test', 'Time'];

/** Takes the place of rows that aren't drawn. */
function Spacer({ rows }: { readonly rows: number }) {
  return rows > 0 ? (
    <tr class="spacer">
      <td colSpan={columns.length} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  ) : null;
}

/** Moves the focus to the request in the row above or below. */
function moveFocus(event: KeyboardEvent): void {
  const row = (event.target as Element).closest('tr');
  const next =
    event.key === 'ArrowDown'
      ? row?.nextElementSibling
      : event.key === 'ArrowUp'
        ? row?.previousElementSibling
        : null;
  const button = next?.querySelector('button');
  if (button) {
    event.preventDefault();
    button.focus();
  }
}

/** A list of any length, of which only the visible rows are drawn. */
export function ExchangeList({ rows, onOpen }: ExchangeListProps) {
  const frame = useRef<HTMLElement>(null);
  const first = useRef<number>(undefined);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useEffect(() => {
    const measure = () => setHeight(frame.current?.clientHeight ?? 0);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);

  // Who reads further down, or has the focus in the list, keeps the place while new rows come.
  useLayoutEffect(() => {
    const { current } = frame;
    const added = rows.findIndex(({ id }) => id === first.current);
    first.current = rows[0]?.id;
    const isRead =
      current !== null && (current.scrollTop > 0 || document.activeElement?.closest('tr'));
    if (isRead && added > 0) {
      current.scrollTop += added * rowHeight;
      setTop(current.scrollTop);
    }
  }, [rows]);

  const start = Math.max(Math.floor(top / rowHeight) - margin, 0);
  const end = Math.min(start + Math.ceil(height / rowHeight) + 2 * margin, rows.length);
  return (
    <section
      ref={frame}
      class="table-frame traffic-list"
      aria-label="Exchanges"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={moveFocus}
    >
      <table aria-rowcount={rows.length + 1}>
        <caption class="visually-hidden">Exchanges, newest first</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={start} />
          {rows.slice(start, end).map((row) => (
            <ExchangeRow key={row.id} row={row} onOpen={onOpen} />
          ))}
          <Spacer rows={rows.length - end} />
        </tbody>
      </table>
    </section>
  );
}
