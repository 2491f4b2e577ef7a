import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../package-root.js';
import { CannotJudge } from '../verdict.js';

/** What Pact's verifier is told. */
export interface PactTask {
  readonly url: string;
  readonly statesUrl: string;
  /** The path of the Pact file. */
  readonly contract: string;
  readonly timeout: number;
}

/** The results as JSON text, or why there are none. */
export type PactOutcome = { readonly results: string } | { readonly failure: string };

/** As much of Pact's results as is looked at. */
export interface PactResults {
  readonly interactionResults: readonly { readonly description: string; readonly result: string }[];
  readonly errors: readonly {
    /** Ends in ` - ` and the description. */
    readonly interaction: string;
    readonly mismatch: {
      readonly mismatches?: readonly PactMismatch[];
    };
  }[];
}

export interface PactMismatch {
  readonly type: string;
  readonly mismatch?: string;
  readonly path?: string;
  readonly key?: string;
}

const child = fileURLToPath(new URL('dist/pact-verifier.js', packageRoot));

/**
 * No setting of Pact's, and no proxy, comes from the user's environment; nothing is reported to anyone.
 * The verifier talks to loopback alone, so it needs no certificates, and reading them for every request
 * took most of its time.
 */
function cleanEnvironment(noCertificates: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^PACT_|_PROXY$/i.test(name) && name !== 'NODE_OPTIONS',
  );
  return {
    ...Object.fromEntries(kept),
    PACT_DO_NOT_TRACK: 'true',
    LOG_LEVEL: 'error',
    SSL_CERT_FILE: noCertificates,
    SSL_CERT_DIR: '',
  };
}

function runChild(task: PactTask, noCertificates: string): Promise<PactOutcome> {
  return new Promise((resolve) => {
    const process = fork(child, {
      env: cleanEnvironment(noCertificates),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    process.once('message', (outcome: PactOutcome) => resolve(outcome));
    process.once('error', (error) => resolve({ failure: error.message }));
    process.once('exit', (code) => resolve({ failure: `it ended with ${code}` }));
    process.send(task);
  });
}

/**
 * Runs Pact's verifier over a contract.
 *
 * @throws {CannotJudge} when it isn't installed or can't be run
 */
export async function runPact(
  contract: string,
  task: Omit<PactTask, 'contract'>,
): Promise<PactResults> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-verify-'));
  try {
    const path = join(folder, 'contract.json');
    const noCertificates = join(folder, 'none.pem');
    await Promise.all([writeFile(path, contract), writeFile(noCertificates, '')]);
    const outcome = await runChild({ ...task, contract: path }, noCertificates);
    if ('failure' in outcome) {
      throw new CannotJudge(
        `Pact's verifier could not be run: ${outcome.failure}. It is an optional dependency: install ` +
          '@pact-foundation/pact-core beside animal-store-simulator.',
      );
    }
    return JSON.parse(outcome.results) as PactResults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
