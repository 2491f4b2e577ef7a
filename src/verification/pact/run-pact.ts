import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { shorten } from '../../engine/interface/format.js';
import { packageRoot } from '../../package-root.js';
import { CannotJudge } from '../verdict.js';

/** What Pact's verifier is told. */
export interface PactTask {
  readonly url: string;
  readonly statesUrl: string;
  readonly contractUrl: string;
  readonly timeout: number;
}

/** What the process of Pact's verifier says: its results as JSON text, or why there are none. */
export type PactOutcome = { readonly results: string } | { readonly failure: string };

/** As much of Pact's results as is looked at. */
export interface PactResults {
  readonly interactionResults: readonly { readonly description: string; readonly result: string }[];
  readonly errors: readonly {
    /** Ends in ` - ` and the description. */
    readonly interaction: string;
    readonly mismatch: {
      /** Where the interaction could not be verified at all. */
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
  /** Null where there is none. */
  readonly actual?: string | null;
  /** An example of what the contract says. */
  readonly expected?: string | null;
}

/** Pact's verifier ended without results; its message says why. */
export class PactFailed extends Error {
  override readonly name = 'PactFailed';
}

const child = fileURLToPath(new URL('dist/pact-verifier.js', packageRoot));

/**
 * Sees to it that Pact's verifier is there, before anything is created.
 *
 * @throws {CannotJudge} when it isn't
 */
export function requirePact(): void {
  try {
    createRequire(import.meta.url).resolve('@pact-foundation/pact-core');
  } catch {
    throw new CannotJudge(
      "Pact's verifier is not installed. It is an optional dependency: install " +
        '@pact-foundation/pact-core beside animal-store-simulator.',
    );
  }
}

/**
 * No setting of Pact's, and no proxy, comes from the user's environment; nothing is reported to anyone.
 * The verifier talks to loopback alone, so it needs no certificates, and reading them for every request
 * took most of its time.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^PACT_|_PROXY$/i.test(name) && name !== 'NODE_OPTIONS',
  );
  return {
    ...Object.fromEntries(kept),
    PACT_DO_NOT_TRACK: 'true',
    LOG_LEVEL: 'error',
    SSL_CERT_FILE: devNull,
    SSL_CERT_DIR: '',
  };
}

function runChild(task: PactTask): Promise<PactOutcome> {
  return new Promise((resolve) => {
    const failed = (failure: string) => resolve({ failure });
    const verifier = fork(child, {
      env: cleanEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    verifier.once('message', (outcome: PactOutcome) => resolve(outcome));
    verifier.once('error', ({ message }) => failed(message));
    verifier.once('exit', (code, signal) => {
      failed(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`);
    });
    verifier.send(task, (error) => {
      if (error !== null) {
        failed(error.message);
      }
    });
  });
}

function readResults(text: string): PactResults {
  try {
    return JSON.parse(text) as PactResults;
  } catch {
    throw new PactFailed(`it said ${JSON.stringify(shorten(text))}`);
  }
}

/**
 * Runs Pact's verifier over a contract.
 *
 * @throws {PactFailed} when it ends without results
 */
export async function runPact(task: PactTask): Promise<PactResults> {
  const outcome = await runChild(task);
  if ('failure' in outcome) {
    throw new PactFailed(outcome.failure);
  }
  const results = readResults(outcome.results);
  if (results.interactionResults.length === 0) {
    throw new PactFailed(results.errors[0]?.mismatch.message ?? 'it found nothing to verify');
  }
  return results;
}
