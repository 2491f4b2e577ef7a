import { useEffect, useState } from 'preact/hooks';
import { openPointNames } from '../../engine/choices/open-points.js';
import { Table } from '../components/table.js';
import { formatRoute } from '../router.js';
import { Chart } from '../traffic/chart.js';
import { formatDuration } from '../traffic/format.js';
import { KindTag } from '../traffic/kind-tag.js';
import { followTraffic, getStatistics } from '../traffic/live.js';
import { type AnswerKind, answerKinds } from '../traffic/log.js';
import type { Second } from '../traffic/statistics.js';
import type { ViewProps } from '../view-props.js';

/** How often the pictures change, in milliseconds. */
const interval = 1_000;
/** Seconds in the table, as many as a person reads. */
const maxListed = 60;

const kinds = answerKinds.toReversed();

const styles: Readonly<Record<AnswerKind, { colour: string; dash: number[] }>> = {
  promised: { colour: '--promised', dash: [] },
  open: { colour: '--open', dash: [8, 4] },
  beyond: { colour: '--beyond', dash: [2, 3] },
  violation: { colour: '--wrong', dash: [10, 3, 2, 3] },
  refused: { colour: '--wrong', dash: [2, 2] },
};

const sum = (seconds: readonly Second[], kind: AnswerKind) =>
  seconds.reduce((total, { counts }) => total + counts[kind], 0);

function SecondsTable({ seconds }: { readonly seconds: readonly Second[] }) {
  const listed = seconds.filter(
    ({ median, counts }) => median !== undefined || kinds.some((kind) => counts[kind] > 0),
  );
  return (
    <details>
      <summary>As a table</summary>
      <Table caption="Values by second" columns={['Time', ...kinds, 'Median', '95 %']}>
        {listed
          .slice(-maxListed)
          .reverse()
          .map(({ time, counts, median, p95 }) => (
            <tr key={time}>
              <th scope="row">{new Date(time * 1_000).toLocaleTimeString('en-GB')}</th>
              {kinds.map((kind) => (
                <td key={kind} class="number">
                  {counts[kind]}
                </td>
              ))}
              <td class="number">{median === undefined ? '' : formatDuration(median)}</td>
              <td class="number">{p95 === undefined ? '' : formatDuration(p95)}</td>
            </tr>
          ))}
      </Table>
    </details>
  );
}

/** 1 to 3: how strongly a cell of the grid is coloured. */
const rate = (count: number) => Math.min(Math.ceil(Math.log10(count + 1)), 3);

/** How often each sandbox used each open point: what its client relies on. */
function ReliedGrid({ chosen }: Pick<ViewProps, 'chosen'>) {
  const sandboxes = getStatistics().listSandboxes();
  const points = openPointNames.filter((point) =>
    sandboxes.some(({ points: used }) => used.has(point)),
  );
  if (points.length === 0) {
    return <p>No answer depends on an open point yet.</p>;
  }
  const heads = points.map((point) => (
    <a key={point} href={formatRoute('traffic', chosen, { note: point })}>
      {point}
    </a>
  ));
  return (
    <Table caption="Open points by sandbox" columns={['Sandbox', ...heads]}>
      {sandboxes.map(({ sandbox, test, points: used }) => (
        <tr key={sandbox}>
          <th scope="row">
            <a href={formatRoute('traffic', sandbox)}>{sandbox}</a>{' '}
            {test && <small class="quiet">{test}</small>}
          </th>
          {points.map((point) => {
            const count = used.get(point) ?? 0;
            return (
              <td key={point} class={`number heat-${rate(count)}`}>
                {count}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

/** Answers over time by kind, latency, and the open points that clients rely on. */
export default function Charts({ chosen }: ViewProps) {
  const [seconds, setSeconds] = useState<readonly Second[]>([]);
  useEffect(() => {
    followTraffic(chosen);
    const draw = () => setSeconds(getStatistics().listSeconds());
    draw();
    const timer = setInterval(draw, interval);
    return () => clearInterval(timer);
  }, [chosen]);
  const times = seconds.map(({ time }) => time);
  return (
    <>
      <section class="panel" aria-label="Answers by second">
        <h2>Answers by second</h2>
        <p class="row">
          {kinds.map((kind) => (
            <span key={kind}>
              <KindTag kind={kind} /> {sum(seconds, kind)}
            </span>
          ))}
        </p>
        <Chart
          label="Answers by second and kind, of the last five minutes"
          times={times}
          lines={kinds.map((kind) => ({
            label: kind,
            ...styles[kind],
            values: seconds.map(({ counts }) => counts[kind]),
          }))}
        />
      </section>
      <section class="panel" aria-label="Duration">
        <h2>Duration in milliseconds</h2>
        <p class="quiet">The median as a line, and 95 % of all as a dashed line.</p>
        <Chart
          label="Median and 95th percentile of the duration, of the last five minutes"
          times={times}
          lines={[
            {
              label: 'median',
              colour: '--accent',
              dash: [],
              values: seconds.map(({ median }) => median),
            },
            {
              label: '95 %',
              colour: '--quiet',
              dash: [8, 4],
              values: seconds.map(({ p95 }) => p95),
            },
          ]}
        />
        <SecondsTable seconds={seconds} />
      </section>
      <section class="panel" aria-label="What clients rely on">
        <h2>What clients rely on</h2>
        <p class="quiet">
          How many answers depend on a choice for an open point: another service may choose
          otherwise.
        </p>
        <ReliedGrid chosen={chosen} />
      </section>
    </>
  );
}
