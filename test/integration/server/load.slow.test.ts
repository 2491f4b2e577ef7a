import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../../../src/index.js';
import { start } from '../../support/command.js';

const clients = 300;
/** The process must stop after this many answers. */
const total = 10_000;
/** Each request of such a number is abandoned before its response. */
const leaving = 97;

const pet = '{"name":"Rex","categoryId":2,"status":"sold"}';
/** What the clients send, and the status that each has. */
const kinds: readonly {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: string;
  readonly prefer?: string;
}[] = [
  { method: 'GET', path: '/v1/pets', status: 200 },
  { method: 'POST', path: '/v1/pets', status: 201, body: pet },
  { method: 'GET', path: '/v1/pets/7', status: 200 },
  { method: 'POST', path: '/v1/pets', status: 201, body: pet },
  { method: 'GET', path: '/v1/pets?limit=3&status=sold', status: 200 },
  { method: 'POST', path: '/v1/pets', status: 400, body: '{"name":"Rex"}' },
  { method: 'GET', path: '/v1/pets/0', status: 404 },
  { method: 'GET', path: '/v1/pets', status: 503, prefer: 'code=503' },
  { method: 'GET', path: '/v1/pets', status: 200, prefer: 'delay=20' },
  { method: 'GET', path: '/__admin/rules', status: 200 },
];

/** Sends a request; nothing when it was abandoned, or its connection broke. */
function send(port: number, agent: Agent, number: number) {
  const kind = kinds[number % kinds.length] as (typeof kinds)[number];
  const { method, path, status, body, prefer } = kind;
  const sandbox = `s${number % 7}`;
  const headers = {
    Authorization: `Bearer test-key.${sandbox}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(prefer && { Prefer: prefer }),
  };
  return new Promise<{ expected: number; status: number; created?: string } | undefined>(
    (resolve) => {
      const sent = request({ port, agent, method, path, headers }, async (response) => {
        const text = (
          await response
            .setEncoding('utf8')
            .toArray()
            .catch(() => [])
        ).join('');
        const id = /"id":(\d+)/.exec(text)?.[1];
        const created = response.statusCode === 201 ? { created: `${sandbox} ${id}` } : {};
        resolve({ expected: status, status: response.statusCode ?? 0, ...created });
      });
      sent.on('error', () => resolve(undefined));
      sent.end(body);
      if (number % leaving === 0) {
        setImmediate(() => sent.destroy());
      }
    },
  );
}

test('answers hundreds of clients, and exports at a stop what it acknowledged', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'animal-store-load-')), 'state.json');
  const options = ['--export-on-exit', file, '--log-level', 'error'];
  const { url, child, finished } = await start(options);
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const created: string[] = [];
  const unexpected: unknown[] = [];
  let answered = 0;
  let next = 0;
  let stopped = false;
  const runClient = async () => {
    while (!stopped) {
      next += 1;
      const response = await send(port, agent, next);
      answered += response === undefined ? 0 : 1;
      if (response?.created !== undefined) {
        created.push(response.created);
      }
      if (response !== undefined && response.status !== response.expected) {
        unexpected.push(response);
      }
      if (answered >= total && !stopped) {
        stopped = true;
        child.kill('SIGTERM');
      }
    }
  };

  await Promise.all(Array.from({ length: clients }, runClient));
  const { code } = await finished;
  agent.destroy();

  expect([code, unexpected.slice(0, 3)]).toEqual([0, []]);
  expect(new Set(created).size).toBe(created.length);
  const later = await start(['--import', file, '--log-level', 'error']);
  const simulator = connect(new URL(later.url).origin);
  const exported = new Set<string>();
  for (let n = 0; n < 7; n += 1) {
    for (const { id } of await simulator.sandbox(`s${n}`).pets.list()) {
      exported.add(`s${n} ${id}`);
    }
  }
  later.child.kill('SIGTERM');
  await later.finished;
  expect(created.filter((one) => !exported.has(one))).toEqual([]);
});
