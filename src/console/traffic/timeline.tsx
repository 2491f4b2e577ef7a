import { KindTag } from './kind-tag.js';
import { type AnswerKind, answerKinds, type Row } from './log.js';

/** Seconds that the timeline shows, up to the newest exchange. */
const shownSeconds = 120;

const kinds = answerKinds.toReversed();

const readSecond = ({ exchange }: Row) => Math.floor(Date.parse(exchange.time) / 1_000);

type Counts = Record<AnswerKind, number>;

const createCounts = (): Counts => ({ promised: 0, open: 0, beyond: 0, violation: 0, refused: 0 });

function countKinds(rows: readonly Row[]): Counts {
  const counts = createCounts();
  for (const { kind } of rows) {
    counts[kind] += 1;
  }
  return counts;
}

/** Bars of one second, the kinds above each other. */
function Bars({ rows }: { readonly rows: readonly Row[] }) {
  const last = Math.max(...rows.map(readSecond));
  const seconds = Array.from({ length: shownSeconds }, createCounts);
  for (const row of rows) {
    const counts = seconds[readSecond(row) - last + shownSeconds - 1];
    if (counts !== undefined) {
      counts[row.kind] += 1;
    }
  }
  const totals = seconds.map((counts) => kinds.reduce((sum, kind) => sum + counts[kind], 0));
  const max = Math.max(...totals);
  const label = `Answers by second, at most ${max}, of the last ${shownSeconds} seconds`;
  return (
    <svg
      class="timeline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${shownSeconds} ${max}`}
      preserveAspectRatio="none"
    >
      {seconds.flatMap((counts, x) => {
        let y = max;
        return kinds.map((kind) => {
          y -= counts[kind];
          return (
            counts[kind] > 0 && (
              <rect class={`bar-${kind}`} x={x} y={y} width={0.9} height={counts[kind]} />
            )
          );
        });
      })}
    </svg>
  );
}

/** How many of the answers are of each kind, and when they were given. */
export function Timeline({ rows }: { readonly rows: readonly Row[] }) {
  const counts = countKinds(rows);
  return (
    <section aria-label="Answers by kind">
      <p class="row">
        {kinds.map((kind) => (
          <span key={kind}>
            <KindTag kind={kind} /> {counts[kind]}
          </span>
        ))}
      </p>
      <Bars rows={rows} />
    </section>
  );
}
