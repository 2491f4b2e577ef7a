/** Writes what was measured as Markdown tables. */
import { operations, type Workload, workloads } from './workloads.js';

export interface WorkloadResult {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of CPU time per request, user and system; null where the system doesn't tell. */
  readonly cpu: number | null;
}

export interface ServerResult {
  readonly name: string;
  readonly version: string;
  readonly remark: string;
  /** Milliseconds from the start of the process to its first response. */
  readonly start: number;
  /** Resident memory in MiB after one response. */
  readonly memory: number | null;
  /** Resident memory in MiB after all load. */
  readonly memoryAfterLoad: number | null;
  readonly workloads: Readonly<Partial<Record<Workload, WorkloadResult>>>;
}

export interface Results {
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cores: number;
    readonly pinned: boolean;
    readonly system: string;
  };
  /** The day, as in ISO 8601. */
  readonly date: string;
  /** The commit of the simulator. */
  readonly commit: string;
  readonly effort: Readonly<Record<string, number>>;
  /** The simulator's first, and a bare `node:http` second. */
  readonly servers: readonly ServerResult[];
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Puts the version before the variant: `Prism 5.14.2`, `animal-store-simulator 0.1.0, 100000 pets`. */
export function formatServer({ name, version }: Pick<ServerResult, 'name' | 'version'>): string {
  return name.replace(/^[^,]+/, (program) => `${program} ${version}`);
}

export function formatRatio(value: number | null | undefined, base: number | null | undefined) {
  const ratio = (value ?? Number.NaN) / (base ?? Number.NaN);
  if (Number.isNaN(ratio)) {
    return '–';
  }
  return ratio < 99.5 ? ratio.toPrecision(2) : ratio.toFixed(0);
}

function formatStarts({ servers }: Results): string {
  const base = servers[1];
  const rows = servers.map(({ name, version, start, memory, memoryAfterLoad }) => [
    formatServer({ name, version }),
    formatRatio(start, base?.start),
    start.toFixed(0),
    (memory ?? Number.NaN).toFixed(0),
    (memoryAfterLoad ?? Number.NaN).toFixed(0),
  ]);
  const head = ['', 'start, × node:http', 'ms', 'memory, MiB', 'after load, MiB'];
  return formatTable(head, rows);
}

function formatWorkload({ servers }: Results, workload: Workload): string {
  const base = servers[1]?.workloads[workload];
  const rows = servers.map(({ name, workloads: results }) => {
    const result = results[workload] as WorkloadResult;
    return [
      name,
      formatRatio(result.perSecond, base?.perSecond),
      result.perSecond.toFixed(0),
      formatRatio(result.p99, base?.p99),
      result.p99.toFixed(2),
      result.cpu?.toFixed(1) ?? '–',
    ];
  });
  const head = [
    workloads[workload],
    '× node:http',
    'per second',
    'p99 ratio',
    'p99, ms',
    'CPU, µs',
  ];
  return formatTable(head, rows);
}

/** Formats all tables. A ratio is to `node:http` with constant bytes. */
export function formatResults(results: Results): string {
  const { node, cpu, cores, pinned, system } = results.machine;
  const { rounds, seconds, starts } = results.effort;
  const where = pinned ? 'the server on one, the load on another' : 'shared by server and load';
  const remarks = results.servers.map((server) => `- ${formatServer(server)}: ${server.remark}`);
  return [
    `Node.js ${node}, ${system}, ${cpu}, ${cores} cores (${where}). Medians of ${rounds} interleaved rounds of ` +
      `${seconds} s over 32 connections, and of ${starts} starts.`,
    remarks.join('\n'),
    formatStarts(results),
    ...operations.map((workload) => formatWorkload(results, workload)),
  ].join('\n\n');
}
