/**
 * `npx tsx bench/upstream.ts`, after `npm run build`: what standing in front of a service costs. The simulator, the
 * proxy of Prism and a bare reverse proxy of Node.js take turns in front of the same service, on one processor
 * with it. It prints requests per second.
 */
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureLoad } from './load.js';
import { pinSelf, type RunningProcess, startProcess } from './process.js';
import { inTurns, median } from './rounds.js';
import { bare, findOwn, simulator, spec } from './servers.js';
import { createRequests } from './workloads.js';

const effort = { rounds: 5, seconds: 2, warmUp: 2 };

interface Subject {
  readonly name: string;
  readonly prefix: string;
  readonly process: RunningProcess;
}

pinSelf();
const service = await startProcess(bare.command);
const url = `http://127.0.0.1:${service.port}`;
const node = process.execPath;
const prism = findOwn('@stoplight/prism-cli');
const bareProxy = fileURLToPath(new URL('./reverse-proxy.mjs', import.meta.url));

// The simulator prints the URL of the service, too, so the ports are given.
const subjects: readonly Subject[] = [
  { name: 'the service alone', prefix: '', process: service },
  {
    name: 'a bare reverse proxy',
    prefix: '',
    process: await startProcess([node, bareProxy, url, '4331'], 4331),
  },
  {
    name: 'the simulator',
    prefix: '/v1',
    process: await startProcess(
      [...simulator.command.slice(0, -1), '4332', '--upstream', url],
      4332,
    ),
  },
  {
    name: `the proxy of Prism ${prism.version}`,
    prefix: '',
    process: await startProcess([node, prism.script, 'proxy', spec, url, '--port', '4333'], 4333),
  },
];
const rates = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
const measure = async ({ process: running, prefix }: Subject, seconds: number) => {
  const { perSecond } = await measureLoad(running.port, createRequests('list', prefix), seconds);
  running.forgetLog();
  return perSecond;
};
try {
  for (const subject of subjects) {
    await measure(subject, effort.warmUp);
  }
  await inTurns(subjects, effort.rounds, async (subject) => {
    rates.get(subject)?.push(await measure(subject, effort.seconds));
  });
  console.log(`Lists of 20 pets a second (load of the machine: ${loadavg()[0]?.toFixed(1)})`);
  for (const [{ name }, values] of rates) {
    console.log(`${Math.round(median(values)).toString().padStart(8)}  ${name}`);
  }
} finally {
  await Promise.all(subjects.map(({ process: running }) => running.stop()));
}
