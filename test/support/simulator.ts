import { onTestFinished } from 'vitest';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';

/** Starts a simulator that is closed when the test ends. */
export async function start(options?: SimulatorOptions): Promise<RunningSimulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Sends a request to the service in a sandbox, as an app does; a broken response is no error. */
export async function callPets(
  { url, apiKey }: RunningSimulator,
  sandbox: string,
  path = '',
  init: RequestInit = {},
): Promise<Response | undefined> {
  const headers = {
    Authorization: `Bearer ${apiKey}.${sandbox}`,
    'Content-Type': 'application/json',
    ...init.headers,
  };
  return fetch(`${url}/pets${path}`, { ...init, headers }).catch(() => undefined);
}

/** A request that adds a pet. */
export const newPet = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };
