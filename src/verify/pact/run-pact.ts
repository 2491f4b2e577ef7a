import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { VerifierOptions } from '@pact-foundation/pact-core';
import { packageRoot } from '../../options/package-root.js';
import { UsageError } from '../../options/usage-error.js';

const child = fileURLToPath(new URL('dist/pact-child.cjs', packageRoot));

/** @throws {UsageError} when Pact's verifier is not installed */
export function requirePact(): void {
  try {
    createRequire(import.meta.url).resolve('@pact-foundation/pact-core');
  } catch {
    throw new UsageError(
      "Pact's verifier is not installed. Run npm install --save-dev @pact-foundation/pact-core@19.",
    );
  }
}

/** Creates an environment without the user's settings for Pact, and without telemetry. */
function createEnvironment({ pactBrokerUrl, pactUrls = [] }: Partial<VerifierOptions>) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PACT_|NODE_OPTIONS$)/.test(name));
  const isLocal = pactBrokerUrl === undefined && !pactUrls.some((url) => /^https?:/i.test(url));
  return {
    ...Object.fromEntries(kept),
    PACT_DO_NOT_TRACK: 'true',
    NO_PROXY: [process.env.NO_PROXY, '127.0.0.1'].filter(Boolean).join(','),
    // Reading the certificates for every request takes most of the time, and loopback needs none.
    ...(isLocal && { SSL_CERT_FILE: devNull, SSL_CERT_DIR: '' }),
  };
}

/**
 * Runs Pact's verifier in its own process: its native code writes hundreds of lines to standard output.
 *
 * @returns its results as JSON text
 * @throws {Error} when it has none
 */
export function runPact(options: VerifierOptions, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const verifier = fork(child, {
      env: createEnvironment(options),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    });
    verifier.once('error', reject);
    verifier.once('message', resolve);
    verifier.once('exit', (code) => reject(new Error(`Pact's verifier ended with ${code}`)));
    verifier.send(options);
  });
}
