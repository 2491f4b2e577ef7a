import { randomUUID } from 'node:crypto';
import { connect, type RemoteSimulator } from '../client/connect.js';
import type { ResetOptions, SandboxHandle } from '../client/sandbox-handle.js';
import { omitUndefined } from '../document/json.js';
import { formatExchangeLink } from '../engine/exchange.js';
import { resolveSimulatorOptions } from '../options/resolve.js';
import type { ResolvedOptions, SimulatorOptions } from '../options/table.js';
import type { NodeSimulator } from '../simulator/node-simulator.js';

/**
 * The start of a test's sandbox, where it differs from the start of the simulator:
 * `{ profile: 'hostile' }`, or `{ allow: ['violation'] }` for tests that send wrong requests on purpose.
 */
export type SandboxOptions = ResetOptions;

/** The fixtures of a test in every runner. */
export interface SandboxFixtures {
  /** A sandbox for this test only; it is dropped when the test ends. */
  sandbox: SandboxHandle;
  /** The start of the sandbox. Default: the start of the simulator. */
  sandboxOptions: SandboxOptions;
}

export interface SimulatorConnection {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
}

export type TestSimulator = Pick<RemoteSimulator, 'url' | 'origin' | 'apiKey' | 'sandbox'>;

/** Resolves the options of a test runner; they override those of the file that `ANIMAL_STORE_CONFIG` names. */
export function resolveRunnerOptions(options: SimulatorOptions): ResolvedOptions {
  const { ANIMAL_STORE_CONFIG: config } = process.env;
  // Each worker listens, so the port of the file is for others.
  return resolveSimulatorOptions({ ...(config && { config, port: 0 }), ...options });
}

/**
 * Runs `use` with a simulator: the one at `ANIMAL_STORE_URL`, else the given running one, else one of
 * its own that is closed afterwards.
 */
export async function useSimulator(
  running: SimulatorConnection | undefined,
  options: SimulatorOptions,
  use: (simulator: TestSimulator) => Promise<void>,
): Promise<void> {
  const { ANIMAL_STORE_URL } = process.env;
  const connection = ANIMAL_STORE_URL ? { url: ANIMAL_STORE_URL } : running;
  if (connection !== undefined) {
    const { url, ...keys } = connection;
    const simulator = connect(url, omitUndefined(keys));
    // One message about a wrong URL, instead of a different failure in every test.
    await simulator.sandboxes();
    await use(simulator);
  } else {
    const { NodeSimulator } = await import('../simulator/node-simulator.js');
    const node = new NodeSimulator(resolveRunnerOptions(options));
    const simulator = await node.listen();
    // Not `await using`: Vitest's vm contexts have no Symbol.asyncDispose on Node.js 20.
    await use(simulator).finally(async () => {
      await simulator.close();
      await reportPact(node, 'part');
    });
  }
}

/**
 * Prints what the contract of a closed simulator has and has not, if it wrote one.
 *
 * @param run of `part` of a run, only news are printed: the other parts have the other uses
 */
export async function reportPact(node: NodeSimulator, run: 'all' | 'part'): Promise<void> {
  const saved = await node.savePact();
  if (saved === undefined) {
    return;
  }
  const { added, excluded, unseen } = saved;
  if (run === 'all' || added > 0 || excluded.length > 0) {
    const { formatPactSummary } = await import('../contract/pact-file.js');
    const shown = { ...saved, unseen: run === 'all' ? unseen : [] };
    process.stderr.write(formatPactSummary(shown));
  }
}

/** A unique name in which people recognize the test. */
function createSandboxName(title: string): string {
  const words = title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${words.slice(0, 50)}-${randomUUID().slice(0, 8)}`.replace(/^-/, '');
}

/**
 * Runs `use` with a sandbox of its own and drops the sandbox afterwards, unless the test failed and the simulator
 * at `ANIMAL_STORE_URL` outlives the tests: its console then shows the requests.
 *
 * @param titles of the groups that the test is in, and last of the test
 * @param hasPassed whether the test passed, asked at its end
 */
export async function useSandbox(
  simulator: TestSimulator,
  options: SandboxOptions,
  titles: readonly string[],
  use: (sandbox: SandboxHandle) => Promise<void>,
  hasPassed: () => boolean,
): Promise<void> {
  const sandbox = simulator.sandbox(createSandboxName(titles.at(-1) ?? ''));
  const test = titles.filter((title) => title !== '').join(' > ');
  try {
    // Creates the sandbox: requests with a wrong key would not.
    await sandbox.reset({ ...(test !== '' && { test }), ...options }).catch((error: Error) => {
      // The author of the test wrote no body.
      error.message = error.message.replace(/\bthe body\b/i, 'sandboxOptions');
      throw error;
    });
    await use(sandbox);
  } finally {
    const isKept = !hasPassed() && Boolean(process.env.ANIMAL_STORE_URL);
    if (!hasPassed()) {
      const last = (await sandbox.requests()).at(-1);
      if (last === undefined) {
        process.stderr.write(
          `No request reached the sandbox of "${test}". The app must call sandbox.url, or use sandbox.apiKey; ` +
            'in Playwright, set animalStoreUrl to the URL that it calls.\n',
        );
      } else if (isKept) {
        const link = `${simulator.origin}/${formatExchangeLink(last)}`;
        process.stderr.write(`"${test}" failed. Its last request: ${link}\n`);
      }
    }
    if (!isKept) {
      await sandbox.drop();
    }
  }
}
