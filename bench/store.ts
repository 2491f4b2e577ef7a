/**
 * `npx tsx bench/store.ts`, after `npm run build`: what sharing sandboxes costs. Simulators in memory and with a store (one, two and
 * three replicas; the requests of a sandbox to one of them, or to any), under the same load of many
 * sandboxes: CPU time of a request, and what it takes of the store. It needs `redis-server`. It prints tables
 * and writes `bench/store.json`; with `--before FOLDER`, another checkout that is built, it also compares
 * both in memory. Each number is the median of rounds in which all take turns. With `--growth`, it only measures what
 * a request and a list cost beside 10 to 10,000 sandboxes that nobody uses.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noRedis, type RedisServer, startRedis } from '../test/support/redis.js';
import { measureLoad } from './load.js';
import { pinSelf, type RunningProcess, startProcess } from './process.js';
import { inTurns, medianOf } from './rounds.js';
import { root } from './servers.js';
import {
  formatStoreResults,
  type StoreResult,
  type StoreResults,
  type StoreSubject,
  type StoreWorkload,
  storeWorkloads,
} from './store-report.js';
import { createRequests } from './workloads.js';

/** `warmUp` is for each replica: V8 must have compiled what is measured. */
const effort = { rounds: 3, seconds: 2, warmUp: 3, sandboxes: 200, connections: 32 };
const names = Array.from({ length: effort.sandboxes }, (_, index) => `job-${index}`);

/** Simulators that serve the same sandboxes. */
interface Subject {
  readonly name: string;
  readonly replicas: readonly RunningProcess[];
  readonly redis: RedisServer | undefined;
  /** Which requests a replica gets: those of its own sandboxes, or of all. */
  readonly routing: 'sticky' | 'random';
}

async function startSubject(
  name: string,
  count: number,
  { store = false, routing = 'sticky' as Subject['routing'], folder = root } = {},
): Promise<Subject> {
  // Without its file: a disk would decide how many requests V8 sees, and so how fast it makes their code.
  const redis = store ? await startRedis() : undefined;
  const command = [process.execPath, join(folder, 'dist', 'main.cjs'), '--port', '0'];
  const flags = redis === undefined ? [] : ['--store', redis.url];
  const replicas: RunningProcess[] = [];
  for (let replica = 0; replica < count; replica += 1) {
    replicas.push(await startProcess([...command, ...flags]));
  }
  return { name, replicas, redis, routing };
}

/** Requests in an order of its own for each replica: otherwise all would work on the same sandbox. */
function createOrder(workload: StoreWorkload, own: readonly string[], replica: number) {
  const start = Math.floor((own.length * replica) / 3);
  const order = [...own.slice(start), ...own.slice(0, start)];
  return order.flatMap((name) => createRequests(workload, `/sandboxes/${name}/v1`));
}

interface StoreUse {
  /** Seconds of CPU time. */
  readonly cpu: number;
  /** Scripts that were run: each is a round trip. */
  readonly scripts: number;
  /** Bytes of memory. */
  readonly memory: number;
}

async function readUse(redis: RedisServer | undefined): Promise<StoreUse> {
  const text = (await redis?.command('INFO', 'everything')) ?? '';
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    cpu: sum(/^used_cpu_(?:user|sys):([\d.]+)/gm),
    scripts: sum(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm),
    memory: sum(/^used_memory:(\d+)/gm),
  };
}

async function measure(subject: Subject, workload: StoreWorkload, seconds: number) {
  const { replicas, redis, routing } = subject;
  const readCpu = () => replicas.reduce((sum, replica) => sum + replica.cpu(), 0);
  const before = { cpu: readCpu(), store: await readUse(redis) };
  const loads = await Promise.all(
    replicas.map(({ port }, index) => {
      const own = names.filter((_, at) => routing === 'random' || at % replicas.length === index);
      const connections = Math.ceil(effort.connections / replicas.length);
      return measureLoad(port, createOrder(workload, own, index), seconds, connections);
    }),
  );
  const after = { cpu: readCpu(), store: await readUse(redis) };
  for (const replica of replicas) {
    replica.forgetLog();
  }
  const count = loads.reduce((sum, load) => sum + load.count, 0);
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    p99: Math.max(...loads.map((load) => load.p99)),
    cpu: ((after.cpu - before.cpu) * 1e6) / count,
    storeCpu: ((after.store.cpu - before.store.cpu) * 1e6) / count,
    scripts: (after.store.scripts - before.store.scripts) / count,
    bytes: (after.store.memory - before.store.memory) / count,
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

async function measureSubjects(
  subjects: readonly Subject[],
  workload: StoreWorkload,
): Promise<Map<Subject, Measured>> {
  const runs = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
  for (const subject of subjects) {
    await measure(subject, workload, effort.warmUp * subject.replicas.length);
  }
  await inTurns(subjects, effort.rounds, async (subject) => {
    runs.get(subject)?.push(await measure(subject, workload, effort.seconds));
  });
  const entries = [...runs].map(([subject, results]) => {
    const pick = (field: keyof Measured) => medianOf(results, field);
    const fields = ['perSecond', 'p99', 'cpu', 'storeCpu', 'scripts', 'bytes'] as const;
    const measured = Object.fromEntries(fields.map((field) => [field, pick(field)]));
    return [subject, measured as Measured] as const;
  });
  return new Map(entries);
}

/** Bytes from the store for each request of ten sandboxes, beside others; and milliseconds until a new simulator has listed all. */
async function measureGrowth(sandboxes: number) {
  const { replicas, redis } = await startSubject('growing', 2, { store: true });
  const [first, second] = replicas as [RunningProcess, RunningProcess];
  const readBytes = async () =>
    Number(/total_net_output_bytes:(\d+)/.exec((await redis?.command('INFO', 'stats')) ?? '')?.[1]);
  try {
    const all = Array.from({ length: sandboxes }, (_, index) => `/sandboxes/job-${index}/v1`);
    const create = (path: string) => createRequests('get', path).slice(0, 1);
    for (let from = 0; from < sandboxes; from += 1_000) {
      const paths = all.slice(from, from + 1_000);
      await measureLoad(first.port, paths.flatMap(create), 1, effort.connections);
    }
    const requests = all.slice(0, 10).flatMap((path) => createRequests('get', path));
    await measureLoad(first.port, requests, effort.warmUp, effort.connections);
    const before = await readBytes();
    const { count } = await measureLoad(first.port, requests, effort.seconds, effort.connections);
    const bytes = ((await readBytes()) - before) / count;
    const measureTime = async (path: string) => {
      const start = performance.now();
      await (await fetch(`http://127.0.0.1:${second.port}/__admin/${path}`)).text();
      return performance.now() - start;
    };
    await measureTime('clock');
    const firstList = await measureTime('sandboxes');
    return { sandboxes, bytes, firstList, laterList: await measureTime('sandboxes') };
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await redis?.close();
  }
}

if (noRedis !== undefined) {
  console.error(noRedis);
  process.exit(1);
}
const { before, growth } = parseArgs({
  options: { before: { type: 'string' }, growth: { type: 'boolean' } },
}).values;
pinSelf();
if (growth) {
  for (const sandboxes of [10, 1_000, 10_000]) {
    console.log(await measureGrowth(sandboxes));
  }
  process.exit();
}
const subjects: Subject[] = [];
try {
  subjects.push(await startSubject('in memory', 1));
  if (before !== undefined) {
    subjects.push(await startSubject('in memory, before', 1, { folder: before }));
  }
  for (const count of [1, 2, 3]) {
    for (const routing of count === 1 ? (['sticky'] as const) : (['sticky', 'random'] as const)) {
      const name = `store, ${count} ${count === 1 ? 'replica' : `replicas, ${routing}`}`;
      subjects.push(await startSubject(name, count, { store: true, routing }));
    }
  }
  const found = new Map<Subject, Record<string, StoreResult>>();
  for (const workload of storeWorkloads) {
    for (const [subject, result] of await measureSubjects(subjects, workload)) {
      found.set(subject, { ...found.get(subject), [workload]: result });
    }
  }
  const results: StoreResults = {
    machine: {
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown processor',
      cores: cpus().length,
      load: loadavg()[0] ?? 0,
    },
    effort,
    subjects: subjects.map((subject) => ({
      name: subject.name,
      workloads: found.get(subject) as StoreSubject['workloads'],
    })),
  };
  console.log(formatStoreResults(results));
  writeFileSync(join(root, 'bench', 'store.json'), `${JSON.stringify(results, undefined, 2)}\n`);
} finally {
  for (const { replicas, redis } of subjects) {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await redis?.close();
  }
}
