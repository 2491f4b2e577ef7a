import { randomUUID } from 'node:crypto';
import { connect } from '../client/connect.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { SimulatorError } from '../engine/interface/errors.js';
import type { SimulatorOptions } from '../options/options.js';

/**
 * What a test's sandbox starts with, where it isn't the simulator's own start: `{ profile: 'hostile' }`,
 * or `{ allow: ['violation'] }` for tests that send what is wrong on purpose.
 */
export type SandboxOptions = NonNullable<Parameters<SandboxHandle['reset']>[0]>;

/** How a simulator that runs elsewhere is reached. */
export interface SimulatorAddress {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
}

/** The simulator that tests use: one of their own, or one that runs elsewhere. */
export interface TestSimulator {
  /** The address of the service, which ends in `/v1`. */
  readonly url: string;
  /** The address of the server. */
  readonly origin: string;
  readonly apiKey: string;
  /** A sandbox by its name, or a new one that nobody else has. */
  sandbox(name?: string): SandboxHandle;
}

async function connected(
  address: string,
  keys: { readonly apiKey?: string; readonly adminToken?: string } = {},
): Promise<TestSimulator> {
  const simulator = connect(address, keys);
  // Whoever can't be reached or isn't a simulator is named once, and not by every test in its own way.
  await simulator.sandboxes();
  return simulator;
}

/**
 * Gives tests a simulator for as long as they use it: the one that `ANIMAL_STORE_URL` names, or the one
 * that is running for them, or one of their own, which is closed afterwards.
 */
export async function useSimulator(
  running: SimulatorAddress | undefined,
  options: SimulatorOptions,
  use: (simulator: TestSimulator) => Promise<void>,
): Promise<void> {
  if (process.env.ANIMAL_STORE_URL) {
    await use(await connected(process.env.ANIMAL_STORE_URL));
  } else if (running !== undefined) {
    const { url, apiKey, adminToken } = running;
    const keys = adminToken === undefined ? { apiKey } : { apiKey, adminToken };
    await use(await connected(url, keys));
  } else {
    const { startSimulator } = await import('../simulator.js');
    const simulator = await startSimulator(options);
    // By hand: the contexts in which Vitest can run tests have no Symbol.asyncDispose on Node.js 20.
    await use(simulator).finally(() => simulator.close());
  }
}

/** A name that nobody else has, by which people know the test in logs and summaries. */
function nameFor(title: string): string {
  const words = title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${words.slice(0, 50)}-${randomUUID().slice(0, 8)}`.replace(/^-/, '');
}

/** Calls the options as the test's author does: the sandbox knows them as a body. */
function asOfTheAuthor(error: unknown): unknown {
  if (!(error instanceof SimulatorError && error.code === 'bad_request')) {
    return error;
  }
  const message = error.message.replace(/\bthe body\b/i, 'sandboxOptions');
  return new SimulatorError(error.code, message);
}

/** Gives one test a sandbox that nobody else has, and drops it afterwards. */
export async function useSandbox(
  simulator: TestSimulator,
  options: SandboxOptions,
  title: string,
  use: (sandbox: SandboxHandle) => Promise<void>,
): Promise<void> {
  const sandbox = simulator.sandbox(nameFor(title));
  try {
    // It exists from here on: what is sent to it with a wrong key makes none.
    await sandbox.reset(options).catch((error: unknown) => {
      throw asOfTheAuthor(error);
    });
    await use(sandbox);
  } finally {
    await sandbox.drop();
  }
}
