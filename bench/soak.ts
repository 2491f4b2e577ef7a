/**
 * `npx tsx bench/soak.ts`, after `npm run build`: mixed traffic against the built command for ten minutes, and its memory after a
 * garbage collection every ten seconds. It prints the figures, writes them to `bench/soak.json`, and exits
 * with 1 if memory grows. `npx tsx bench/soak.ts 2` takes two minutes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const minutes = Number(process.argv[2] ?? 10);
const sampleEvery = 10_000;
const workers = 16;
/** Small, so that every journal and the list of sandboxes are full before the first half is over. */
const limits = {
  ANIMAL_STORE_MAX_SANDBOXES: '50',
  ANIMAL_STORE_MAX_JOURNAL: '100',
  ANIMAL_STORE_MAX_PET_MEMORY: '64MiB',
};
const sandboxes = 80;
/** The second half may need this much more than the first: V8 gives memory back late. */
const maxGrowth = 0.1;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}
interface Sample extends Memory {
  readonly seconds: number;
  readonly requests: number;
}

const command = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
const preload = new URL('./soak-memory.mjs', import.meta.url);

function startSimulator(): ChildProcess {
  const flags = ['--expose-gc', '--import', preload.href, command];
  const options = ['start', '--port', '0', '--log-level', 'error'];
  const stdio = ['ignore', 'pipe', 'ignore', 'ipc'] as const;
  const env = { ...process.env, ...limits };
  return spawn(process.execPath, [...flags, ...options], { stdio: [...stdio], env });
}

async function readMemory(simulator: ChildProcess): Promise<Memory> {
  simulator.send('measure');
  const [memory] = await once(simulator, 'message');
  return memory as Memory;
}

const agent = new Agent({ keepAlive: true, maxSockets: workers * 2 });
let requests = 0;

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many milliseconds the client waits before it leaves. */
  readonly leavesAfter?: number;
}

/** Sends a request and reads its answer; what comes of it doesn't matter here, only what stays behind. */
function ask(port: number, { method = 'GET', path, body, headers, leavesAfter }: Ask) {
  requests += 1;
  return new Promise<string>((resolve) => {
    let text = '';
    const own = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
    const sent = request(
      { port, host: '127.0.0.1', method, path, agent, headers: { ...own, ...headers } },
      (response) => {
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('close', () => resolve(text));
        response.on('error', () => {});
      },
    );
    sent.on('error', () => resolve(text)).on('close', () => resolve(text));
    sent.end(body);
    if (leavesAfter !== undefined) {
      setTimeout(() => sent.destroy(), leavesAfter);
    }
  });
}

const pet = JSON.stringify({ name: 'Rex', categoryId: 2, status: 'sold' });
const longPet = JSON.stringify({ name: 'x'.repeat(20_000), categoryId: 2 });
const rule = { code: 503, operation: 'createPet', match: { body: { name: 'Rex' } }, times: 2 };
const snapshots = new Map<string, string>();

/** What a worker does in its turn, in a sandbox that changes with each. */
const actions: readonly ((port: number, sandbox: string, turn: number) => Promise<unknown>)[] = [
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets?limit=100` }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets`, method: 'POST', body: pet }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets`, method: 'POST', body: longPet }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets`, method: 'POST', body: '{"name":' }),
  (port, s, turn) => ask(port, { path: `/sandboxes/${s}/v1/pets/${turn % 60}?x${turn}=${turn}` }),
  (port, s, turn) =>
    ask(port, {
      path: `/sandboxes/${s}/v1/pets`,
      headers: { [`X-${turn}`]: 'y', Prefer: 'delay=3' },
    }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets`, headers: { Prefer: 'fault=reset' } }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/v1/pets?__delay=900`, leavesAfter: 5 }),
  (port, s, turn) => ask(port, { path: '/v1/pets', headers: { 'User-Agent': `${s} ${turn}` } }),
  (port, _s, turn) => ask(port, { path: `/nothing/${turn}` }),
  (port, s) => {
    const body = JSON.stringify(rule);
    return ask(port, { path: `/sandboxes/${s}/__admin/rules`, method: 'POST', body });
  },
  (port, s) => ask(port, { path: `/sandboxes/${s}/__admin/rules`, method: 'DELETE' }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/__admin/requests` }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/__admin/requests?wait=99&timeout=40` }),
  (port, s) => ask(port, { path: `/sandboxes/${s}/__admin/requests?wait=99`, leavesAfter: 10 }),
  (port, s) => {
    const body = JSON.stringify({ operation: 'createPet', body: { name: 'Max' } });
    return ask(port, { path: `/sandboxes/${s}/__admin/requests/count`, method: 'POST', body });
  },
  (port) => ask(port, { path: '/__admin/changes?timeout=30000', leavesAfter: 50 }),
  (port, s) => {
    const body = JSON.stringify({ profile: 'hostile', delay: '0-2' });
    return ask(port, { path: `/sandboxes/${s}/__admin/settings`, method: 'PUT', body });
  },
  (port, s) => {
    const body = JSON.stringify({ mode: 'frozen', advance: 1000 });
    return ask(port, { path: `/sandboxes/${s}/__admin/clock`, method: 'PUT', body });
  },
  async (port, s) => {
    snapshots.set(s, await ask(port, { path: `/sandboxes/${s}/__admin/state` }));
  },
  (port, s) => {
    const body = snapshots.get(s) ?? '{}';
    return ask(port, { path: `/sandboxes/${s}/__admin/state`, method: 'PUT', body });
  },
  (port, s, turn) => {
    const body = JSON.stringify(turn % 2 === 0 ? {} : { seed: turn % 20, fixture: 'every-status' });
    return ask(port, { path: `/sandboxes/${s}/__admin/reset`, method: 'POST', body });
  },
  (port, s) => ask(port, { path: `/__admin/sandboxes/${s}`, method: 'DELETE' }),
  (port) => ask(port, { path: '/__admin/sandboxes' }),
  (port) => ask(port, { path: '/health' }),
];

async function work(port: number, worker: number, until: number): Promise<void> {
  for (let turn = worker; performance.now() < until; turn += workers) {
    // The two run through all pairs, as their lengths have no common divisor with the step.
    const action = actions[turn % actions.length] as (typeof actions)[number];
    await action(port, `s${Math.floor(turn / actions.length) % sandboxes}`, turn);
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const toMebibytes = (bytes: number) => Math.round((bytes / 1024 ** 2) * 10) / 10;

const simulator = startSimulator();
const [line] = await once(simulator.stdout as NonNullable<typeof simulator.stdout>, 'data');
const port = Number(/:(\d+)\/v1/.exec(String(line))?.[1]);
const begin = performance.now();
const samples: Sample[] = [];
const working = Promise.all(
  Array.from({ length: workers }, (_, worker) => work(port, worker, begin + minutes * 60_000)),
);
while (performance.now() - begin < minutes * 60_000) {
  await wait(sampleEvery);
  const memory = await readMemory(simulator);
  const seconds = Math.round((performance.now() - begin) / 1_000);
  samples.push({ seconds, requests, ...memory });
  const [rss, heap] = [toMebibytes(memory.rss), toMebibytes(memory.heapUsed)];
  console.log(`${seconds} s  ${requests} requests  rss ${rss} MiB  heap ${heap} MiB`);
}
await working;
simulator.kill('SIGTERM');

/** The growth from the second quarter of the run to the last one. */
function measureGrowth(field: keyof Memory): number {
  const quarter = Math.floor(samples.length / 4);
  const of = (part: readonly Sample[]) => median(part.map((sample) => sample[field]));
  return of(samples.slice(-quarter)) / of(samples.slice(quarter, 2 * quarter)) - 1;
}

const growth = { rss: measureGrowth('rss'), heapUsed: measureGrowth('heapUsed') };
const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
console.log(`Growth: rss ${percent(growth.rss)}, heap ${percent(growth.heapUsed)}.`);
const results = { node: process.version, minutes, limits, growth, samples };
const file = new URL('soak.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
process.exitCode = Math.max(growth.rss, growth.heapUsed) > maxGrowth ? 1 : 0;
