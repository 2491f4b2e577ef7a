import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { shorten } from '../../engine/interface/format.js';
import { packageRoot } from '../../package-root.js';
import { CannotVerify } from '../result.js';

/** The input of Pact's verifier. */
export interface PactTask {
  readonly url: string;
  readonly statesUrl: string;
  /** Verified side by side, at most {@link maxParts}. */
  readonly contractUrls: readonly string[];
  readonly timeout: number;
}

/** The output of its process: the results of each contract as JSON text, or why there are none. */
export type PactOutcome = { readonly results: readonly string[] } | { readonly failure: string };

/** The part of Pact's results that verification reads. */
export interface PactResults {
  readonly interactionResults: readonly { readonly description: string; readonly result: string }[];
  readonly errors: readonly {
    /** Ends in ` - ` and the description of the interaction. */
    readonly interaction: string;
    readonly mismatch: {
      /** If the interaction could not be verified at all. */
      readonly message?: string;
      readonly mismatches?: readonly PactMismatch[];
    };
  }[];
}

export interface PactMismatch {
  readonly type: string;
  readonly mismatch?: string;
  readonly path?: string;
  readonly key?: string;
  /** Null if there is none. */
  readonly actual?: string | null;
  /** The example in the contract. */
  readonly expected?: string | null;
}

/** Pact's verifier ended without results; the message says why. */
export class PactFailed extends Error {
  override readonly name = 'PactFailed';
}

/** Maximum number of contracts at once: with a slow provider, more would save less than a second. */
export const maxParts = 8;

const child = fileURLToPath(new URL('dist/pact-verifier.cjs', packageRoot));

/**
 * Checks that Pact's verifier is installed, before a pet is created.
 *
 * @throws {CannotVerify} when it is not
 */
export function requirePact(): void {
  try {
    createRequire(import.meta.url).resolve('@pact-foundation/pact-core');
  } catch {
    throw new CannotVerify(
      "Pact's verifier is not installed; it is an optional dependency. " +
        'Run npm install @pact-foundation/pact-core.',
    );
  }
}

/**
 * Creates an environment without the user's settings for Pact and proxies, and without telemetry. The
 * verifier connects to loopback only: it needs no certificates, and reading them for every request took
 * most of its time.
 */
function createEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^PACT_|_PROXY$/i.test(name) && name !== 'NODE_OPTIONS',
  );
  return {
    ...Object.fromEntries(kept),
    PACT_DO_NOT_TRACK: 'true',
    LOG_LEVEL: 'error',
    SSL_CERT_FILE: devNull,
    SSL_CERT_DIR: '',
    // Each contract takes a thread.
    UV_THREADPOOL_SIZE: String(maxParts + 4),
  };
}

function parseResults(text: string): PactResults {
  let results: PactResults;
  try {
    results = JSON.parse(text) as PactResults;
  } catch {
    throw new PactFailed(`its output was ${JSON.stringify(shorten(text))}`);
  }
  if (results.interactionResults.length === 0) {
    throw new PactFailed(results.errors[0]?.mismatch.message ?? 'it found no interactions');
  }
  return results;
}

export const mergeResults = (results: readonly PactResults[]): PactResults => ({
  interactionResults: results.flatMap(({ interactionResults }) => interactionResults),
  errors: results.flatMap(({ errors }) => errors),
});

/**
 * Pact's verifier in a process of its own, which takes one task after another. Starting it takes
 * longer than most contracts, so it is started while other requirements are tested.
 */
export class PactVerifier {
  readonly #process: ChildProcess = fork(child, {
    env: createEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  readonly #ended: Promise<PactOutcome>;

  constructor() {
    this.#ended = new Promise((resolve) => {
      const end = (failure: string) => resolve({ failure });
      this.#process.on('error', ({ message }) => end(message));
      this.#process.once('exit', (code, signal) => {
        end(signal === null ? `it exited with code ${code}` : `${signal} ended it`);
      });
    });
  }

  /**
   * Verifies contracts side by side.
   *
   * @throws {PactFailed} when there are no results
   */
  async run(task: PactTask): Promise<PactResults> {
    const answered = new Promise<PactOutcome>((resolve) => {
      this.#process.once('message', resolve);
      // If the process has ended, `#ended` says why.
      this.#process.send(task, () => {});
    });
    const outcome = await Promise.race([answered, this.#ended]);
    if ('failure' in outcome) {
      throw new PactFailed(outcome.failure);
    }
    return mergeResults(outcome.results.map(parseResults));
  }

  /** Ends the process, even within a contract. */
  end(): void {
    this.#process.kill('SIGKILL');
  }
}
