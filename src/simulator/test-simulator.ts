import { omitUndefined } from '../base/json.js';
import { escapeUnprintable } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import { connect, type RemoteSimulator } from '../client/connect.js';
import type { ResetOptions, SandboxHandle } from '../client/sandbox-handle.js';
import { formatTarget } from '../document/message.js';
import { formatExchangeLink } from '../engine/exchange.js';
import { resolveSimulatorOptions } from '../options/config-file.js';
import type { SimulatorOptions } from '../options/table.js';
import type { RecordedExchange } from '../server/admin/journal-routes.js';

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

/** The fixtures that the tests of a worker share. */
export interface WorkerFixtures {
  /**
   * The simulator: the one at `ANIMAL_STORE_URL`, else the one of Vitest's
   * `animal-store-simulator/vitest/global-setup`, else one of this worker.
   */
  animalStore: TestSimulator;
  /**
   * Options of the worker's own simulator, such as `pact` and `consumer`; ignored when the tests use a
   * simulator that is already running.
   */
  animalStoreOptions: SimulatorOptions;
}

export interface SimulatorConnection {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
}

export type TestSimulator = Pick<RemoteSimulator, 'url' | 'origin' | 'apiKey' | 'sandbox'>;

/**
 * Starts a simulator for tests. Its options override those of the file that `ANIMAL_STORE_CONFIG` names; its end
 * prints what the contract has and has not, if it writes one.
 *
 * @param run of `part` of a run, only news are printed: the other parts have the other uses
 */
export async function startForTests(options: SimulatorOptions, run: 'all' | 'part') {
  const { ANIMAL_STORE_CONFIG: config } = process.env;
  // Each worker listens, so the port of the file is for others.
  const resolved = resolveSimulatorOptions({ ...(config && { config, port: 0 }), ...options });
  // Most workers use a simulator that is already running.
  const { createNodeSimulator } = await import('./node-simulator.js');
  const node = createNodeSimulator(resolved);
  const simulator = await node.listen();
  const end = async (): Promise<void> => {
    await simulator.close();
    const saved = await node.savePact();
    if (saved !== undefined && (run === 'all' || saved.added > 0 || saved.excluded.length > 0)) {
      const { formatPactSummary } = await import('../contract/pact-file.js');
      const unseen = run === 'all' ? saved.unseen : [];
      process.stderr.write(formatPactSummary({ ...saved, unseen }));
    }
  };
  return { simulator, adminToken: resolved.adminToken, end };
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
  if (globalThis.process?.versions?.node === undefined) {
    throw new UsageError(
      "The fixtures need Node.js, and Vitest's browser mode runs tests in a page. There, use createSimulator() of " +
        'animal-store-simulator/browser, with animal-store-simulator/msw for the requests of the app.',
    );
  }
  const { ANIMAL_STORE_URL } = process.env;
  const connection = ANIMAL_STORE_URL ? { url: ANIMAL_STORE_URL } : running;
  if (connection !== undefined) {
    const { url, ...keys } = connection;
    const simulator = connect(url, omitUndefined(keys));
    // One message about a wrong URL, instead of a different failure in every test.
    await simulator.sandboxes();
    await use(simulator);
  } else {
    const { simulator, end } = await startForTests(options, 'part');
    // Not `await using`: Vitest's vm contexts have no Symbol.asyncDispose on Node.js 20.
    await use(simulator).finally(end);
  }
}

/** A unique name in which people recognize the test. */
function createSandboxName(title: string): string {
  const words = title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${words.slice(0, 50)}-${crypto.randomUUID().slice(0, 8)}`.replace(/^-/, '');
}

/** Number of requests of a failed test that are printed. */
const maxPrinted = 10;

/** Formats the requests of a failed test: `POST /v1/pets 400 categoryId is required (section 2).` */
function formatRequests(requests: readonly RecordedExchange[]): string {
  const { length } = requests;
  const lines = requests.slice(-maxPrinted).map((exchange) => {
    const { method, status, message, reason } = exchange;
    const target = formatTarget(exchange).replace(/^\/sandboxes\/[^/]+/, '');
    const words = [method, target, status, message ?? reason];
    return `  ${escapeUnprintable(words.join(' ').trimEnd())}\n`;
  });
  return `${length > maxPrinted ? `last ${maxPrinted} of ${length} requests` : 'requests'}:\n${lines.join('')}`;
}

/**
 * Runs `use` with a sandbox of its own and drops the sandbox afterwards, unless the test failed and the simulator
 * at `ANIMAL_STORE_URL` outlives the tests: its console then shows the requests. A failed test reports its requests.
 *
 * @param titles of the groups that the test is in, and last of the test
 * @param hasPassed whether the test passed, asked at its end
 * @param attach adds the requests to the runner's report
 */
export async function useSandbox(
  simulator: TestSimulator,
  options: SandboxOptions,
  titles: readonly string[],
  use: (sandbox: SandboxHandle) => Promise<void>,
  hasPassed: () => boolean,
  attach: (requests: string) => Promise<void> = async () => {},
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
      const requests = await sandbox.requests();
      const last = requests.at(-1);
      if (last === undefined) {
        process.stderr.write(
          `No request reached the sandbox of "${test}". The app must call sandbox.url, or use sandbox.apiKey; ` +
            'in Playwright, set animalStoreUrl to the URL that it calls.\n',
        );
      } else {
        // The simulator of exec, which sets this variable, ends with its command.
        const stays = isKept && !process.env.ANIMAL_STORE_ADMIN_URL;
        const link = stays ? `  ${simulator.origin}/${formatExchangeLink(last)}\n` : '';
        const text = formatRequests(requests) + link;
        process.stderr.write(`"${test}" failed. Its ${text}`);
        await attach(text);
      }
    }
    if (!isKept) {
      await sandbox.drop();
    }
  }
}
