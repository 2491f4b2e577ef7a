import { labelName, labelOptions } from '../options/option.js';
import { UsageError } from '../options/usage-error.js';
import {
  resolveVerifyOptions,
  type VerifyOptions,
  verifyOptionNames,
} from '../options/verify-options.js';
import type { VerificationReport } from './report/report.js';
import type { VerificationProgress } from './run.js';

/**
 * Verifies a running implementation of the Animal Store service against every requirement of the
 * interface, as `animal-store verify` does. It creates pets, unless `readOnly` is set:
 * `progress.onStart` receives the maximum number before the first is created, and the report has the
 * actual number.
 *
 * The returned promise resolves whatever the provider does. The outcome is `inconclusive`, with a
 * reason, if the provider cannot be reached or rejects the key.
 *
 * @example
 * const report = await verify({ url: 'https://staging.example/v1', apiKey: 'KEY' });
 * report.requirements.filter(({ verdict }) => verdict === 'failed');
 *
 * @param progress callbacks that follow the verification, and a signal that stops it: the report is then
 *   partial, as after the option `deadline`
 * @throws {UsageError} when an option is wrong
 */
export async function verify(
  options: VerifyOptions,
  progress?: VerificationProgress,
): Promise<VerificationReport> {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError('The options must be an object with the properties url and apiKey.');
  }
  const raw = labelOptions(options, verifyOptionNames);
  const resolved = resolveVerifyOptions(raw, labelName);
  // Loaded on demand: a simulator starts without it.
  const { runVerification } = await import('./run.js');
  return runVerification(resolved, progress);
}
