/**
 * `npm run bench`: the simulator against a bare `node:http`, Express, and other mock servers, each in a
 * process of its own, over loopback only. Every number is the median of several rounds, in which the
 * servers take turns, so that what else the machine does hits all of them. It prints tables, and writes
 * `bench/results.json` and `docs/benchmark.svg`, unless other programs use the machine. It takes about five minutes;
 * `-- --quick` takes one, and writes nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drawChart } from './chart.js';
import { measureLoad } from './load.js';
import { isPinned, pinSelf, type RunningProcess, startProcess } from './process.js';
import { formatResults, type Results, type ServerResult, type WorkloadResult } from './report.js';
import { inTurns, median, medianOf } from './rounds.js';
import { bare, createPeers, installPeers, root, type ServerKind, simulator } from './servers.js';
import { createRequests, operations, type Workload } from './workloads.js';

const quick = process.argv.includes('--quick');
const effort = quick
  ? { starts: 3, slowStarts: 1, rounds: 1, seconds: 0.5, warmUp: 0.5 }
  : { starts: 20, slowStarts: 3, rounds: 7, seconds: 1, warmUp: 3 };
/** The share of a processor that other programs may use. */
const maxBusy = 0.05;
/** How long a server is left alone before its memory is read, in milliseconds. */
const rest = 1_000;

/** Measures which share of a processor other programs use while this one waits for a second. */
async function measureBusy(): Promise<number> {
  const readTimes = () => {
    const times = cpus().map((one) => one.times);
    const all = times.flatMap((one) => Object.values(one)).reduce((sum, time) => sum + time, 0);
    return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
  };
  const before = readTimes();
  await wait(1_000);
  const after = readTimes();
  const idleShare = (after.idle - before.idle) / (after.all - before.all);
  return (1 - idleShare) * cpus().length;
}

const readCommit = () =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

interface Server {
  readonly kind: ServerKind;
  readonly process: RunningProcess;
  /** Milliseconds from the start of the process to its first response. */
  readonly started: number;
}

async function startServer(kind: ServerKind): Promise<Server> {
  const begin = performance.now();
  const process = await startProcess(kind.command, kind.port);
  const headers = { Authorization: 'Bearer test-key', Connection: 'close' };
  const url = `http://127.0.0.1:${process.port}${kind.prefix}/pets`;
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const started = performance.now() - begin;
  if (response.status !== 200) {
    await process.stop();
    throw new Error(`${kind.name} responds ${response.status} to ${url}.`);
  }
  return { kind, process, started };
}

async function measureStarts(kinds: readonly ServerKind[]): Promise<Map<ServerKind, number>> {
  const times = new Map<ServerKind, number[]>(kinds.map((kind) => [kind, []]));
  const measure = async (kind: ServerKind) => {
    const server = await startServer(kind);
    times.get(kind)?.push(server.started);
    await server.process.stop();
  };
  const fast = kinds.filter((kind) => kind === simulator || kind === bare);
  await inTurns(fast, effort.starts, measure);
  const slow = kinds.filter((kind) => !fast.includes(kind));
  await inTurns(slow, effort.slowStarts, measure);
  return new Map([...times].map(([kind, values]) => [kind, median(values)]));
}

async function measureWorkload(
  servers: readonly Server[],
  workload: Workload,
): Promise<Map<ServerKind, WorkloadResult>> {
  const runs = new Map<ServerKind, WorkloadResult[]>(servers.map(({ kind }) => [kind, []]));
  const measure = async ({ kind, process }: Server, seconds: number) => {
    const before = process.cpu();
    const requests = createRequests(workload, kind.prefix);
    const { perSecond, p99, count } = await measureLoad(process.port, requests, seconds);
    const cpu = ((process.cpu() - before) * 1e6) / count;
    process.forgetLog();
    return { perSecond, p99, cpu };
  };
  for (const server of servers) {
    await measure(server, effort.warmUp);
  }
  await inTurns(servers, effort.rounds, async (server) => {
    runs.get(server.kind)?.push(await measure(server, effort.seconds));
  });
  return new Map(
    [...runs].map(([kind, values]) => [
      kind,
      {
        perSecond: medianOf(values, 'perSecond'),
        p99: medianOf(values, 'p99'),
        cpu: orNull(medianOf(values, 'cpu')),
      },
    ]),
  );
}

async function measureServers(kinds: readonly ServerKind[]): Promise<ServerResult[]> {
  const starts = await measureStarts(kinds);
  const servers: Server[] = [];
  try {
    const memory = new Map<ServerKind, number>();
    for (const kind of kinds) {
      const server = await startServer(kind);
      servers.push(server);
      await wait(rest);
      memory.set(kind, server.process.memory());
    }
    const results = new Map<ServerKind, Partial<Record<Workload, WorkloadResult>>>();
    for (const workload of operations) {
      for (const [kind, result] of await measureWorkload(servers, workload)) {
        results.set(kind, { ...results.get(kind), [workload]: result });
      }
    }
    return servers.map(({ kind, process }) => ({
      name: kind.name,
      version: kind.version,
      remark: kind.remark,
      start: starts.get(kind) ?? Number.NaN,
      memory: orNull(memory.get(kind) ?? Number.NaN),
      memoryAfterLoad: orNull(process.memory()),
      workloads: results.get(kind) ?? {},
    }));
  } finally {
    await Promise.all(servers.map(({ process }) => process.stop()));
  }
}

if (!existsSync(join(root, 'dist', 'main.cjs'))) {
  console.error('What is measured is what is shipped, and it is not built. Run npm run build.');
  process.exit(1);
}
installPeers();
pinSelf();
const busyBefore = await measureBusy();
const results: Results = {
  machine: {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    pinned: isPinned,
    system: `${type()} ${release()}`,
  },
  date: new Date().toISOString().slice(0, 10),
  commit: readCommit(),
  effort,
  servers: await measureServers([simulator, bare, ...createPeers()]),
};
console.log(formatResults(results));
const busy = Math.max(busyBefore, await measureBusy());
if (busy > maxBusy) {
  console.log(
    `\nOther programs use ${busy.toFixed(2)} of a processor, so the figures are not reliable and not published. ` +
      'Stop them, and measure again.',
  );
} else if (!quick) {
  writeFileSync(join(root, 'bench', 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(root, 'docs', 'benchmark.svg'), drawChart(results));
}
