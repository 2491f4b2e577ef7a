import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type RunningSimulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../src/index.js';

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
