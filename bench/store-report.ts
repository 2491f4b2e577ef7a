/** What `bench/store.ts` measured, and how it is shown. */

/** Creates come last: what is created stays. */
export const storeWorkloads = ['list', 'get', 'create'] as const;
export type StoreWorkload = (typeof storeWorkloads)[number];

export interface StoreResult {
  readonly perSecond: number;
  /** Milliseconds that 99 of 100 responses took at most. */
  readonly p99: number;
  /** Microseconds of CPU time of the simulators for each request. */
  readonly cpu: number;
  /** Microseconds of CPU time of the store for each request. */
  readonly storeCpu: number;
  /** Scripts of the store for each request; more than 1 when replicas change the same sandbox. */
  readonly scripts: number;
  /** Bytes that the store keeps of each request. */
  readonly bytes: number;
}

/** Simulators that were measured. */
export interface StoreSubject {
  readonly name: string;
  readonly workloads: Readonly<Record<StoreWorkload, StoreResult>>;
}

export interface StoreResults {
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cores: number;
    readonly load: number;
  };
  readonly effort: Readonly<Record<string, number>>;
  /** The simulator in memory comes first. */
  readonly subjects: readonly StoreSubject[];
}

const head = [
  '',
  'CPU, µs',
  '× in memory',
  'CPU of the store, µs',
  'scripts',
  'bytes kept',
  'p99, ms',
  'per second',
];

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Formats one table for each workload. */
export function formatStoreResults({ subjects }: StoreResults): string {
  const tables = storeWorkloads.map((workload) => {
    const base = subjects[0]?.workloads[workload].cpu ?? Number.NaN;
    const rows = subjects.map(({ name, workloads }) => {
      const { cpu, storeCpu, scripts, bytes, p99, perSecond } = workloads[workload];
      return formatRow([
        name,
        cpu.toFixed(0),
        (cpu / base).toFixed(2),
        storeCpu.toFixed(1),
        scripts.toFixed(2),
        bytes.toFixed(0),
        p99.toFixed(1),
        perSecond.toFixed(0),
      ]);
    });
    return [`**${workload}**`, '', formatRow(head), formatRow(head.map(() => '---')), ...rows].join(
      '\n',
    );
  });
  return tables.join('\n\n');
}
