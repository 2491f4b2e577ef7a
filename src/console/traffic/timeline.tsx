import { useEffect, useState } from 'preact/hooks';
import { type AnswerKind, answerKinds, KindTag } from './kinds.js';
import type { Row } from './log.js';

const shownSeconds = 60;

const readSecond = (time: number) => Math.floor(time / 1_000);

/** The time now, each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How many of the listed answers are of each kind, and when those of the last minute were given. */
export function Timeline({ rows }: { readonly rows: readonly Row[] }) {
  const last = readSecond(useNow());
  const seconds = Array.from({ length: shownSeconds }, () => [] as AnswerKind[]);
  for (const { exchange, kind } of rows) {
    seconds[shownSeconds - 1 - Math.max(last - readSecond(Date.parse(exchange.time)), 0)]?.push(
      kind,
    );
  }
  const max = Math.max(...seconds.map((kinds) => kinds.length));
  return (
    <section class="row timeline" aria-label="Answers by kind">
      {answerKinds.toReversed().map((kind) => (
        <span key={kind}>
          <KindTag kind={kind} /> {rows.filter((row) => row.kind === kind).length}
        </span>
      ))}
      <svg
        role="img"
        aria-label={`Listed answers of the last ${shownSeconds} seconds, at most ${max} in one`}
        viewBox={`0 0 ${shownSeconds} ${Math.max(max, 1)}`}
        preserveAspectRatio="none"
      >
        {seconds.flatMap((kinds, x) =>
          // The kinds above each other, the promised ones at the bottom.
          answerKinds.map((kind) => {
            const top = kinds.filter(
              (one) => answerKinds.indexOf(one) >= answerKinds.indexOf(kind),
            );
            const height = kinds.filter((one) => one === kind).length;
            return (
              height > 0 && (
                <rect class={kind} x={x} y={max - top.length} width={0.9} height={height} />
              )
            );
          }),
        )}
      </svg>
    </section>
  );
}
