/**
 * How long a start takes, and how much a server answers. The load is made by this one process, which
 * shares the machine's cores with the server that it measures: it is the ceiling for the fastest.
 */
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Server, type ServerKind, start } from './servers.js';

const connections = 10;
/** How often a run looks whether its time is over, in milliseconds. */
const sampleInt = 100;
/** How long a server is left alone before its memory is read, in milliseconds. */
const rest = 1_000;

const key = { Authorization: 'Bearer test-key' };

export const operations = ['list', 'get', 'create'] as const;
export type OperationName = (typeof operations)[number];

/** Two measurements of one run. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

function percentile99(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

async function expectAnswer(url: string): Promise<void> {
  const response = await fetch(`${url}/pets`, { headers: { ...key, Connection: 'close' } });
  await response.arrayBuffer();
  if (response.status !== 200) {
    throw new Error(`${url}/pets answered ${response.status}.`);
  }
}

/** Starts a server and waits for its first answer: the whole process, from spawn to 200. */
export async function startAndAsk(
  kind: ServerKind,
): Promise<{ server: Server; milliseconds: number }> {
  const begin = performance.now();
  const server = await start(kind);
  await expectAnswer(server.url);
  return { server, milliseconds: performance.now() - begin };
}

/** The time from spawn to the first answer. */
export async function measureStart(kind: ServerKind): Promise<number> {
  const { server, milliseconds } = await startAndAsk(kind);
  await server.stop();
  return milliseconds;
}

/** Bytes of resident memory of a server that has answered once and rests. */
export async function memoryAtRest(server: Server): Promise<number> {
  await wait(rest);
  return server.memory() ?? Number.NaN;
}

function requestFor(operation: OperationName, url: string, petId: number) {
  switch (operation) {
    case 'list':
      return { url: `${url}/pets`, headers: key };
    case 'get':
      return { url: `${url}/pets/${petId}`, headers: key };
    case 'create':
      return {
        url: `${url}/pets`,
        method: 'POST' as const,
        headers: { ...key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Rex', categoryId: 2, status: 'available' }),
      };
  }
}

/** Asks a server for some seconds over ten connections, each as soon as it has its answer. */
export async function measureLoad(
  server: Server,
  operation: OperationName,
  seconds: number,
  petId = 1,
): Promise<Load> {
  const times: number[] = [];
  const request = requestFor(operation, server.url, petId);
  const load = await new Promise<Load>((resolve, reject) => {
    const options = { ...request, connections, duration: seconds, sampleInt };
    const run = autocannon(options, (error, { requests, duration, errors, non2xx }) => {
      if (error !== null || errors + non2xx > 0) {
        const what = `${errors} errors, ${non2xx} answers that are no success`;
        reject(error ?? new Error(`${server.kind.name}, ${operation}: ${what}.`));
      } else {
        resolve({ perSecond: requests.total / duration, p99: percentile99(times) });
      }
    });
    run.on('response', (_client, _status, _bytes, milliseconds: number) => {
      times.push(milliseconds);
    });
  });
  server.forgetLog();
  return load;
}
