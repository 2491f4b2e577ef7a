import { labelOptions, readOptions } from '../options/option.js';
import { type VerifyOptions, verifyOptionTable } from '../options/verify-options.js';
import type { VerificationReport } from './report/report.js';

/**
 * Verifies a running implementation of the Animal Store service against every requirement of the
 * interface, as `animal-store verify` does. It creates pets, unless `readOnly` is set.
 *
 * The returned promise resolves whatever the provider does. The outcome is `inconclusive`, with a
 * reason, if the provider cannot be reached or rejects the key.
 *
 * @example
 * const report = await verify({ url: 'https://staging.example/v1', apiKey: 'KEY' });
 * report.requirements.filter(({ verdict }) => verdict === 'failed');
 *
 * @param signal stops the verification: the report is then partial, as after the option `deadline`
 * @throws {UsageError} when an option is wrong
 */
export async function verify(
  options: VerifyOptions,
  signal?: AbortSignal,
): Promise<VerificationReport> {
  const resolved = readOptions(verifyOptionTable, labelOptions(options, verifyOptionTable));
  // Loaded on demand: a simulator starts without it.
  const { runVerification } = await import('./run.js');
  return runVerification(resolved, signal);
}
