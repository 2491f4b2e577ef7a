import { onTestFinished, test } from 'vitest';
import {
  connect,
  createSimulator,
  type SandboxHandle,
  type SandboxInfo,
  type SimulatorOptions,
  startSimulator,
} from '../../src/index.js';

/** A simulator as a test that controls it sees it, wherever it is. */
export interface Controlled {
  readonly sandbox: (name?: string) => SandboxHandle;
  readonly sandboxes: () => Promise<SandboxInfo[]>;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** Opens a fresh simulator that is closed when the test ends. */
type OpenControlled = (options?: SimulatorOptions) => Promise<Controlled>;

/** Starts the simulators of all tests that control one over HTTP. */
let startServer = startSimulator;

/** Starts a simulator on a free port; it is closed when the test ends. */
export async function openServer(options?: SimulatorOptions) {
  const simulator = await startServer(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

const openConnected: OpenControlled = async (options) => {
  const { url } = await openServer(options);
  const { sandbox, sandboxes } = connect(url);
  return { sandbox, sandboxes, fetch };
};

const openStarted: OpenControlled = async (options) => {
  const { sandbox, sandboxes } = await openServer(options);
  return { sandbox, sandboxes, fetch };
};

const openWithin: OpenControlled = async (options) => {
  const simulator = createSimulator(options);
  return {
    sandbox: (name) => simulator.sandbox(name),
    sandboxes: () => simulator.sandboxes(),
    fetch: simulator.fetch,
  };
};

/** The ways in which handles are had. */
let ways: Readonly<Record<string, OpenControlled>> = {
  createSimulator: openWithin,
  startSimulator: openStarted,
  connect: openConnected,
};
/** The behaviours that a way can't show, which are still to come. */
let leftOut: Set<string> = new Set();

/** Tests what the files that are imported from here on control with other servers, which have one way. */
export function testControlIn(
  way: string,
  start: typeof startSimulator,
  impossible: Set<string>,
): void {
  startServer = start;
  ways = { [way]: openStarted };
  leftOut = impossible;
}

/** One behaviour of the handles, tested in the ways in which they are had. */
export function controlled(name: string, run: (open: OpenControlled) => Promise<void>): void {
  if (leftOut.delete(name)) {
    return;
  }
  for (const [way, open] of Object.entries(ways)) {
    test(`${name} (${way})`, () => run(open));
  }
}

/** One behaviour of a server, tested over HTTP alone. */
export function overHttp(name: string, run: () => Promise<void>): void {
  if (!leftOut.delete(name)) {
    test(name, run);
  }
}

/** An answer of the service, read whole. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  /** What the simulator says about the exchange. */
  readonly notes: string | null;
}

export interface ServiceCall {
  readonly method?: string;
  /** `/pets/7` */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the service in a sandbox, as the app under test does. */
export async function callService(
  { fetch }: Pick<Controlled, 'fetch'>,
  { url, apiKey }: Pick<SandboxHandle, 'url' | 'apiKey'>,
  { method = 'GET', path, body, headers }: ServiceCall,
): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const notes = response.headers.get('simulator-notes');
  return { status: response.status, text: await response.text(), notes };
}

/** Calls the service several times at once. */
export function callAtOnce(
  times: number,
  ...[simulator, sandbox, call]: Parameters<typeof callService>
): Promise<Answered[]> {
  return Promise.all(Array.from({ length: times }, () => callService(simulator, sandbox, call)));
}
