import type { RunningSimulator, SimulatorOptions } from '../../../src/index.js';
import { openHttp } from '../../support/open-http.js';
import { start } from '../../support/simulator.js';

/** A provider, and the simulator that sets up its states. */
export interface Provider {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly simulator: RunningSimulator;
}

/** Starts a simulator; it stops with the test. */
export async function startProvider(options: SimulatorOptions = {}): Promise<Provider> {
  const simulator = await start(options);
  return { url: simulator.url, simulator };
}

/** Starts a simulator behind a server that takes away each status filter; both stop with the test. */
export async function startWithoutFilter(): Promise<Provider> {
  const { simulator } = await startProvider();
  const answer = simulator.middleware();
  const url = await openHttp((request, response) => {
    request.url = request.url?.replace(/[?&]status=\w+/, '');
    answer(request, response);
  });
  return { url, simulator };
}
