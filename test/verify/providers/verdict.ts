import type { TestContext } from 'vitest';
import { type VerificationReport, verify } from '../../../src/index.js';
import { reasonToPass } from './findings.js';
import { startProvider } from './provider.js';
import type { BrokenVariant, Variant } from './variant.js';

/**
 * Milliseconds for an answer, and for a store that lags: they pass with most that is broken. Where
 * nothing is to be found, a busy machine must not be taken for a provider that doesn't answer.
 */
export const timeoutFor = (variant: BrokenVariant | Variant) =>
  'breaks' in variant && reasonToPass(variant) === undefined ? 1_000 : 20_000;

/**
 * The whole `verify`, over HTTP.
 *
 * @param onTestFinished the test's own: among tests that run at once, the general one is another's
 */
export async function verdictOn(
  variant: BrokenVariant | Variant,
  { onTestFinished }: TestContext,
): Promise<VerificationReport> {
  const { url, apiKey, categoryId, close } = await startProvider(variant.service);
  onTestFinished(close);
  const timeout = timeoutFor(variant);
  return verify({
    url,
    apiKey,
    timeout,
    ...(categoryId === undefined ? {} : { categoryId }),
  });
}

/** Whether a requirement failed, or nothing could be verified. */
export const isCaught = ({ outcome, requirements }: VerificationReport) =>
  outcome === 'failed' || (outcome === 'inconclusive' && requirements.length === 0);

/** The failed requirements of a legal provider, or why it could not be verified. */
export const accusationsOf = ({ requirements, reason }: VerificationReport) => [
  ...requirements.filter(({ verdict }) => verdict === 'failed'),
  ...(reason === undefined ? [] : [reason]),
];
