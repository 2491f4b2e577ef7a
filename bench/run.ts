/**
 * `npm run bench`: the simulator against Prism's static mock, a bare Express and a bare `node:http`
 * server, each in its own process on this machine, over loopback only. Every number is the median of
 * several rounds, and in each round the servers take turns, so that what else the machine does hits
 * all of them. Nothing is pinned: servers and load share the cores. It takes about four minutes;
 * `--quick` takes half a minute, and is for trying out.
 */
import { cpus, loadavg } from 'node:os';
import {
  type Load,
  measureLoad,
  measureStart,
  median,
  memoryAtRest,
  type OperationName,
  startAndAsk,
} from './measure.js';
import { loadTable, type Result, startTable } from './report.js';
import {
  isBuilt,
  largeCatalogue,
  largeSimulator,
  others,
  type Server,
  type ServerKind,
  simulator,
} from './servers.js';

const quick = process.argv.includes('--quick');
const effort = quick
  ? { starts: 3, largeStarts: 1, rounds: 1, seconds: 1, warmUp: 0.5 }
  : { starts: 15, largeStarts: 3, rounds: 5, seconds: 2, warmUp: 1 };

/** Servers in turns, for several rounds; the first to go is another one in each round. */
async function inTurns<Item>(
  items: readonly Item[],
  rounds: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) {
      await run(item);
    }
  }
}

async function starts(kinds: readonly ServerKind[], rounds: number): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  await inTurns(kinds, rounds, async (kind) => {
    times.get(kind.name)?.push(await measureStart(kind));
  });
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

async function loads(
  servers: readonly Server[],
  operation: OperationName,
): Promise<Map<string, Load>> {
  const petIdOf = ({ kind }: Server) => (kind === largeSimulator ? largeCatalogue : 1);
  for (const server of servers) {
    await measureLoad(server, operation, effort.warmUp, petIdOf(server));
  }
  const runs = new Map<string, Load[]>(servers.map(({ kind }) => [kind.name, []]));
  await inTurns(servers, effort.rounds, async (server) => {
    const load = await measureLoad(server, operation, effort.seconds, petIdOf(server));
    runs.get(server.kind.name)?.push(load);
  });
  return new Map(
    [...runs].map(([name, values]) => [
      name,
      {
        perSecond: median(values.map(({ perSecond }) => perSecond)),
        p99: median(values.map(({ p99 }) => p99)),
      },
    ]),
  );
}

async function measureAll(): Promise<Result[]> {
  const kinds = [simulator, ...others];
  const startTimes = new Map([
    ...(await starts(kinds, effort.starts)),
    ...(await starts([largeSimulator], effort.largeStarts)),
  ]);
  const servers: Server[] = [];
  try {
    const memory = new Map<string, number>();
    for (const kind of [...kinds, largeSimulator]) {
      const { server } = await startAndAsk(kind);
      servers.push(server);
      memory.set(kind.name, await memoryAtRest(server));
    }
    const list = await loads(servers, 'list');
    const get = await loads(servers, 'get');
    // Last, as what is created stays: the lists and gets before it are of the catalogues as seeded.
    const create = await loads(servers, 'create');
    return servers.map(({ kind: { name } }) => ({
      name,
      startMilliseconds: startTimes.get(name) ?? Number.NaN,
      memoryAtRest: memory.get(name) ?? Number.NaN,
      load: {
        list: list.get(name) as Load,
        get: get.get(name) as Load,
        create: create.get(name) as Load,
      },
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

if (!isBuilt()) {
  console.error('What is measured is what is shipped, and it is not built. Run npm run build.');
  process.exit(1);
}
const busy = loadavg()[0] ?? 0;
if (busy > 0.5) {
  console.log(
    `Something else is running (load ${busy.toFixed(1)}): an idle machine does better.\n`,
  );
}
const begin = performance.now();
const results = await measureAll();
const [own, ...rest] = results as [Result, ...Result[]];
const large = rest.pop() as Result;
console.log(`Node.js ${process.version}, ${cpus().length} cores; medians of ${effort.rounds} rounds
of ${effort.seconds} s over 10 connections, and of ${effort.starts} starts.

${startTable([own, ...rest])}

${loadTable([own, ...rest])}

The same with ${largeCatalogue} pets instead of 50:

${startTable([own, large])}

${loadTable([own, large])}

It took ${Math.round((performance.now() - begin) / 1000)} s.`);
