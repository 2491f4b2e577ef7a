import { UsageError } from '../options/resolve.js';
import {
  type RawVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  type VerifyOptions,
  verifyOptionNames,
} from '../options/verify-options.js';
import type { VerificationReport } from './report/report.js';
import type { VerificationProgress } from './run-verification.js';

const called = (name: string) => `The option ${name}`;

function rawOptions(options: VerifyOptions): RawVerifyOptions {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError('The options must be an object with the properties url and apiKey.');
  }
  const raw: RawVerifyOptions = {};
  for (const [name, value] of Object.entries(options)) {
    if (!(verifyOptionNames as readonly string[]).includes(name)) {
      throw new UsageError(
        `${called(name)} is no option of verify. The options are ${verifyOptionNames.join(', ')}.`,
      );
    }
    if (value !== undefined) {
      raw[name as VerifyOptionName] = { value, label: called(name) };
    }
  }
  return raw;
}

/**
 * Holds a running implementation of the Animal Store service to every promise of the interface, as
 * `animal-store verify` does. It creates pets, unless `readOnly` is said: `progress.begins` tells how
 * many at most, before the first, and the report how many there were.
 *
 * It resolves whatever the provider does: one that can't be reached, or refuses the key, has the outcome
 * `not judged`, with the reason; so has every provider where `@pact-foundation/pact-core`, an optional
 * dependency, is not installed.
 *
 * @example
 * const report = await verify({ url: 'https://staging.example/v1', apiKey: 'KEY' });
 * report.promises.filter(({ verdict }) => verdict === 'broken');
 *
 * @param progress is told how far it is
 * @throws {UsageError} when an option is wrong
 */
export async function verify(
  options: VerifyOptions,
  progress?: VerificationProgress,
): Promise<VerificationReport> {
  const resolved = resolveVerifyOptions(rawOptions(options), called);
  // Loaded when it is needed: a simulator starts without it.
  const { runVerification } = await import('./run-verification.js');
  return runVerification(resolved, progress);
}
