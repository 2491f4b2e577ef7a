/** The results as tables in Markdown. A ratio is how much that is of the simulator's own number. */
import { type Load, type OperationName, operations } from './measure.js';

/** All that is known of one server, as medians. */
export interface Result {
  readonly name: string;
  readonly startMilliseconds: number;
  readonly memoryAtRest: number;
  readonly load: Readonly<Record<OperationName, Load>>;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] as number;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => '-'.repeat(width - 1) + (column === 0 ? '-' : ':'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const whole = (value: number) => (Number.isNaN(value) ? 'unknown' : value.toFixed(0));
const mebibytes = (bytes: number) => whole(bytes / 1024 ** 2);

function ratio(value: number, own: number): string {
  return Number.isNaN(value / own) ? '' : `${(value / own).toFixed(2)}×`;
}

/** Start and memory of each server, the simulator's first. */
export function startTable(results: readonly Result[]): string {
  const [own] = results as [Result];
  const rows = results.map(({ name, startMilliseconds, memoryAtRest }) => [
    name,
    whole(startMilliseconds),
    ratio(startMilliseconds, own.startMilliseconds),
    mebibytes(memoryAtRest),
    ratio(memoryAtRest, own.memoryAtRest),
  ]);
  return table(['server', 'first answer, ms', 'ratio', 'memory at rest, MiB', 'ratio'], rows);
}

/** Requests per second of each operation, their ratios, and the 99th percentile. */
export function loadTable(results: readonly Result[]): string {
  const [own] = results as [Result];
  const head = operations.flatMap((operation) => [`${operation}/s`, 'ratio', 'p99, ms']);
  const rows = results.map(({ name, load }) => [
    name,
    ...operations.flatMap((operation) => {
      const { perSecond, p99 } = load[operation];
      return [whole(perSecond), ratio(perSecond, own.load[operation].perSecond), p99.toFixed(2)];
    }),
  ]);
  return table(['server', ...head], rows);
}
