import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type RunningSimulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../src/index.js';
import { runPactBinary } from './run-program.js';

/** A provider, and the simulator that sets up its states. */
export interface Provider {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly simulator: RunningSimulator;
}

/** Starts a simulator; it stops with the test. */
export async function startProvider(options: SimulatorOptions = {}): Promise<Provider> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return { url: simulator.url, simulator };
}

/** Starts a simulator behind a server that rewrites each URL; both stop with the test. */
async function startRewriting(rewrite: (url: string) => string): Promise<Provider> {
  const { simulator } = await startProvider();
  const answer = simulator.middleware();
  const server = createServer((request, response) => {
    request.url = rewrite(request.url ?? '');
    answer(request, response);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, simulator };
}

/** A provider without the status filter. */
export const startWithoutFilter = () => startRewriting((url) => url.replace(/[?&]status=\w+/, ''));

/** A provider without getPet. */
export const startWithoutGetPet = () => startRewriting((url) => url.replace('/pets/', '/animals/'));

/** The result of the official verifier. */
export interface Verification {
  readonly code: number;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly output: string;
}

interface Report {
  readonly interactionResults: readonly { readonly description: string; readonly result: string }[];
}

/**
 * Runs Pact's own verifier, as teams without Node.js do, with the simulator's provider states.
 *
 * @param contracts the flags for the source of the contracts
 */
export async function verifyOfficially(
  { url, simulator }: Provider,
  contracts: readonly string[],
): Promise<Verification> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-verifier-'));
  try {
    const file = join(folder, 'report.json');
    const { hostname, port, pathname } = new URL(url);
    const { code, stdout, stderr } = await runPactBinary([
      'verifier',
      ...contracts,
      ...['--provider-name', 'animal-store'],
      ...['--hostname', hostname, '--port', port, '--base-path', pathname],
      ...['--state-change-url', `${simulator.origin}/__admin/provider-states`],
      ...['--state-change-teardown', '--no-colour', '--json', file],
    ]);
    const output = stdout + stderr;
    const { interactionResults } = JSON.parse(
      await readFile(file, 'utf8').catch(() => {
        throw new Error(`The verifier ended with ${code}, and without a report: ${output}`);
      }),
    ) as Report;
    const list = (wanted: boolean) =>
      interactionResults
        .filter(({ result }) => (result === 'OK') === wanted)
        .map(({ description }) => description)
        .sort();
    return { code, passed: list(true), failed: list(false), output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
