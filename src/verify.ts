import {
  resolveVerifyOptions,
  type VerifyOptions,
  verifyOptionNames,
} from './verification/options.js';
import type { VerificationReport } from './verification/report/report.js';
import type { VerificationProgress } from './verification/verify.js';

/**
 * Holds a running implementation of the Animal Store service to every promise of the interface, as
 * `animal-store verify` does. It creates pets, unless `readOnly` is said.
 *
 * @example
 * const report = await verify({ url: 'https://staging.example/v1', apiKey: 'KEY' });
 * report.promises.filter(({ verdict }) => verdict === 'broken');
 *
 * @throws {UsageError} when an option is wrong; whatever the provider does is in the report
 */
export async function verify(
  options: VerifyOptions,
  progress?: VerificationProgress,
): Promise<VerificationReport> {
  const raw = Object.fromEntries(
    verifyOptionNames
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, { value: options[name], calledBy: `The option ${name}` }]),
  );
  const resolved = resolveVerifyOptions(raw, (name) => `The option ${name}`);
  // Loaded when it is needed: a simulator starts without it.
  const { runVerification } = await import('./verification/verify.js');
  return runVerification(resolved, progress);
}
