import { useState } from 'preact/hooks';
import type { Exchange } from '../../engine/exchange.js';
import { Button, Table } from '../components.js';
import {
  type AnswerKind,
  answerKinds,
  classify,
  formatDuration,
  formatStatus,
  keyOf,
  signs,
} from './exchanges.js';

export function KindTag({ kind }: { readonly kind: AnswerKind }) {
  return (
    <span class={`tag ${kind}`}>
      <span aria-hidden="true">{signs[kind]} </span>
      {kind}
    </span>
  );
}

const shownSeconds = 60;

/** How many of the listed answers are of each kind, and when those of the last minute were given. */
export function Timeline({ exchanges, now }: { exchanges: readonly Exchange[]; now: number }) {
  const kinds = answerKinds.toReversed();
  const answers = exchanges.map((exchange) => ({
    kind: classify(exchange),
    age: Math.max(Math.floor(now / 1_000) - Math.floor(Date.parse(exchange.time) / 1_000), 0),
  }));
  const seconds = Array.from({ length: shownSeconds }, (_, x) =>
    answers.filter(({ age }) => age === shownSeconds - 1 - x),
  );
  const max = Math.max(...seconds.map(({ length }) => length));
  return (
    <section class="row timeline" aria-label="Answers by kind">
      {kinds.map((one) => (
        <span key={one}>
          <KindTag kind={one} /> {answers.filter(({ kind }) => kind === one).length}
        </span>
      ))}
      <svg
        role="img"
        aria-label={`Listed answers of the last ${shownSeconds} seconds, at most ${max} in one`}
        viewBox={`0 0 ${shownSeconds} ${Math.max(max, 1)}`}
        preserveAspectRatio="none"
      >
        {seconds.flatMap((second, x) => {
          // The kinds above each other, the promised ones at the bottom.
          let y = Math.max(max, 1);
          return kinds.map((one) => {
            const height = second.filter(({ kind }) => kind === one).length;
            y -= height;
            return height > 0 && <rect class={one} x={x} y={y} width={0.9} height={height} />;
          });
        })}
      </svg>
    </section>
  );
}

interface ExchangeListProps {
  /** The newest first. */
  readonly exchanges: readonly Exchange[];
  readonly onOpen: (exchange: Exchange) => void;
}

/** So many rows are drawn at first, and more at each click: drawing thousands again and again is slow. */
const step = 200;

const columns = ['Answer', 'Status', 'Request', 'Operation', 'Duration', 'Sandbox', 'Test', 'Time'];

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export const formatTarget = ({ method, path, query }: Exchange) =>
  `${method} ${path}${query && `?${query}`}`;

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
export function ExchangeList({ exchanges, onOpen }: ExchangeListProps) {
  const [drawn, setDrawn] = useState(step);
  return (
    <>
      <Table
        label="Exchanges, newest first"
        columns={columns}
        class="traffic"
        onKeyDown={moveFocus}
      >
        {exchanges.slice(0, drawn).map((exchange) => {
          const { operation, duration, sandbox, test, time } = exchange;
          const target = formatTarget(exchange);
          return (
            <tr key={keyOf(exchange)}>
              <td>
                <KindTag kind={classify(exchange)} />
              </td>
              <td class="number">{formatStatus(exchange)}</td>
              <th scope="row">
                <Button class="link" title={target} onClick={() => onOpen(exchange)}>
                  {target}
                </Button>
              </th>
              <td>{operation}</td>
              <td class="number">{formatDuration(duration)}</td>
              <td title={sandbox}>{sandbox}</td>
              <td title={test}>{test}</td>
              <td class="number">{clock.format(new Date(time))}</td>
            </tr>
          );
        })}
      </Table>
      {exchanges.length > drawn && (
        <Button onClick={() => setDrawn(drawn + step)}>
          Show more: {exchanges.length - drawn} are older
        </Button>
      )}
    </>
  );
}
