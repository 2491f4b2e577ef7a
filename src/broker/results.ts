import { UsageError } from '../options/usage-error.js';
import type { ConsumerResult } from '../verification/consumers/result.js';
import type { Broker } from './client.js';

/** The version of the provider that was verified. */
export interface ProviderVersion {
  readonly provider: string;
  readonly version: string;
  readonly branch: string | undefined;
  readonly buildUrl: string | undefined;
  /** The version of this package. */
  readonly verifier: string;
}

/**
 * Tells the broker the branch of a version of the provider: before its results, which decide with the
 * branch what is pending.
 *
 * @throws {UsageError} when the broker fails
 */
export async function publishBranch(
  broker: Broker,
  { provider, version, branch }: ProviderVersion,
): Promise<void> {
  if (branch !== undefined) {
    const relation = 'pb:pacticipant-branch-version';
    const path = await broker.findPath(relation, { pacticipant: provider, branch, version });
    broker.parse(await broker.send('PUT', path, {}));
  }
}

/**
 * Publishes the result of a pact. An accepted failure is a failure here: the consumer does not get what
 * it needs.
 *
 * @throws {UsageError} when the broker fails
 */
export async function publishResult(
  broker: Broker,
  href: string,
  { interactions }: ConsumerResult,
  { version, buildUrl, verifier }: ProviderVersion,
): Promise<boolean> {
  const success = interactions.every((one) => one.verdict === 'passed' || one.pending === true);
  const response = await broker.send('POST', href, {
    success,
    providerApplicationVersion: version,
    ...(buildUrl === undefined ? {} : { buildUrl }),
    verifiedBy: { implementation: 'animal-store-simulator', version: verifier },
    testResults: interactions.flatMap(({ id, verdict, reason, evidence }) =>
      id === undefined
        ? []
        : [
            {
              interactionId: id,
              success: verdict === 'passed',
              ...(verdict === 'passed'
                ? {}
                : { exceptions: [{ message: reason ?? evidence?.problem ?? evidence?.received }] }),
            },
          ],
    ),
  });
  if (response.status >= 300) {
    throw new UsageError(
      `${broker.name} does not take the result as version ${version}. It returned ${broker.describe(response)}`,
    );
  }
  return success;
}
