import { readFileSync } from 'node:fs';
import { table } from '../scripts/markdown.js';
import { formatRatio, formatServer, type Results } from './report.js';
import {
  type StoreResult,
  type StoreResults,
  type StoreSubject,
  storeWorkloads,
} from './store-report.js';
import { operations as measured } from './workloads.js';

const readJson = <Content>(path: string): Content =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** What `npm run bench` measured last, as ratios: other machines have other numbers. */
export function formatBenchmark(): string {
  const { servers, machine, date, commit } = readJson<Results>('results.json');
  const base = servers[1];
  const rows = servers.map(({ name, version, start, memory, workloads }) => [
    name === 'node:http' ? 'bare `node:http`' : formatServer({ name, version }),
    formatRatio(start, base?.start),
    formatRatio(memory, base?.memory),
    ...measured.map((workload) =>
      formatRatio(workloads[workload]?.perSecond, base?.workloads[workload]?.perSecond),
    ),
    formatRatio(workloads.list?.cpu, base?.workloads.list?.cpu),
  ]);
  const { node, cpu, cores } = machine;
  const head = ['', 'start', 'memory', 'list/s', 'get/s', 'create/s', 'CPU of a list'];
  return (
    `${table(head, rows)}\n\nMeasured on ${date} at commit ${commit}, on a quiet machine: ` +
    `Node.js ${node}, ${cpu}, ${cores} cores.`
  );
}

/** What `bench/store.ts` measured last. */
export function formatStoreCost(): string {
  const { subjects, machine, effort } = readJson<StoreResults>('store.json');
  const format = ({ workloads }: StoreSubject, field: keyof StoreResult, digits = 0) =>
    storeWorkloads.map((workload) => workloads[workload][field].toFixed(digits)).join(' / ');
  // Another build is for those who change the simulator.
  const rows = subjects
    .filter(({ name }) => name !== 'in memory, before')
    .map((one) => [
      one.name,
      format(one, 'cpu'),
      format(one, 'storeCpu'),
      format(one, 'scripts', 2),
    ]);
  const { node, cpu, cores, load } = machine;
  const head = ['list / get / create', 'CPU, µs', 'CPU of the store, µs', 'round trips'];
  return (
    `${table(head, rows)}\n\nMicroseconds for each request. Node.js ${node}, ${cpu}, ${cores} cores, ` +
    `${effort.sandboxes} sandboxes, ${effort.connections} requests in flight, load ${load.toFixed(0)}.`
  );
}
