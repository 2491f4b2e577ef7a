import { createSimulator, type SandboxHandle, type SimulatorOptions } from '../../src/index.js';

export { start as openServer } from './simulator.js';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
type Place = Pick<SandboxHandle, 'url' | 'apiKey'>;

export interface ServiceCall {
  readonly method?: string;
  /** `/pets/7` */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const list: ServiceCall = { path: '/pets' };
export const create = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };

/** Calls the service in a sandbox, as the app under test does, and reads its answer whole. */
export async function callService(
  { fetch }: { readonly fetch: Fetch },
  { url, apiKey }: Place,
  { method = 'GET', path, body, headers }: ServiceCall,
) {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...json, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Calls the service several times at once. */
export function callAtOnce(times: number, ...call: Parameters<typeof callService>) {
  return Promise.all(Array.from({ length: times }, () => callService(...call)));
}

/** Opens a simulator in this process with a sandbox `one`, and calls the service there. */
export function open(options?: SimulatorOptions) {
  const simulator = createSimulator(options);
  const { sandbox, sandboxes } = simulator;
  const one = sandbox('one');
  const call = (wanted: ServiceCall, place: Place = one) => callService(simulator, place, wanted);
  const get = async (path: string) => (await call({ path })).status;
  const read = async (path: string) => (await call({ path })).text;
  return { simulator, sandbox, sandboxes, one, other: sandbox('other'), call, get, read };
}
