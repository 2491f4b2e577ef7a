import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import type { ExchangeRow } from '../../server/admin/journal-routes.js';
import { Button, SortHeading, Table } from '../components.js';
import type { Parameters } from '../router.js';
import { columns, formatDuration, keyOf } from './exchanges.js';

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

interface RowProps {
  readonly exchange: ExchangeRow;
  readonly isOpened: boolean;
  readonly isMixed: boolean;
  readonly onOpen: (key: string) => void;
}

/** Drawn again only when the exchange changes: a row costs a millisecond. */
const Row = ({ exchange, isOpened, isMixed, onOpen }: RowProps) =>
  useMemo(() => {
    const { method, cause, reason, duration, sandbox, test, time, rule } = exchange;
    const key = keyOf(exchange);
    const isHint = /^(?:refused|mismatch|violation|open)$/.test(cause) || reason === 'without /v1';
    return (
      <tr class={isOpened ? 'opened' : ''} onClick={() => onOpen(key)}>
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
        {isMixed && <td title={test}>{sandbox}</td>}
        <td class="number">{formatDuration(duration)}</td>
        <td class="number">{clock.format(time)}</td>
      </tr>
    );
  }, [exchange, isOpened, isMixed]);

interface ExchangeListProps {
  readonly exchanges: readonly ExchangeRow[];
  readonly parameters: Parameters;
  /** Whether each row says its sandbox. */
  readonly isMixed: boolean;
  readonly onOpen: (key: string) => void;
  readonly onScroll: (isAtTop: boolean) => void;
  /** Loads older exchanges; none when all are there. */
  readonly showOlder: (() => Promise<unknown>) | undefined;
}

/** So many rows are drawn at first, and more at the end of the list. */
const step = 30;

export function ExchangeList(props: ExchangeListProps) {
  const { exchanges, parameters, isMixed, onOpen, onScroll, showOlder } = props;
  const [drawn, setDrawn] = useState(step);
  const end = useRef<HTMLTableRowElement>(null);
  const hasMore = exchanges.length > drawn || showOlder;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        observer.disconnect();
        void (exchanges.length > drawn ? setDrawn(drawn + step) : showOlder?.());
      }
    });
    if (end.current) {
      observer.observe(end.current);
    }
    return () => observer.disconnect();
  }, [exchanges, drawn, hasMore]);
  const shown = Object.keys(columns).filter((name) => isMixed || name !== 'Sandbox');
  return (
    <Table
      label="Exchanges, newest first"
      columns={shown.map((name) => (
        <SortHeading key={name} name={name} label={name} parameters={parameters} />
      ))}
      onScroll={({ currentTarget }) => {
        const isAtTop = currentTarget.scrollTop < 8;
        onScroll(isAtTop);
        if (isAtTop) {
          setDrawn(step);
        }
      }}
    >
      {exchanges.slice(0, drawn).map((exchange) => {
        const key = keyOf(exchange);
        const isOpened = key === parameters.exchange;
        return <Row key={key} {...{ exchange, isOpened, isMixed, onOpen }} />;
      })}
      {hasMore && (
        <tr ref={end}>
          <td colSpan={shown.length} class="faint">
            Loading older ones…
          </td>
        </tr>
      )}
    </Table>
  );
}
