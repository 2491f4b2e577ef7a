/** Runs Pact's verifier, in the process that verify-pacts.ts starts. */
import type { VerifierOptions } from '@pact-foundation/pact-core';

process.once('disconnect', () => process.exit());

process.once('message', async (options: VerifierOptions) => {
  const { default: pact } = await import('@pact-foundation/pact-core');
  // If an interaction fails, the results are the message of an error.
  const results = await pact.default.verifyPacts(options).catch(({ message }: Error) => message);
  process.send?.(results, () => process.exit());
});
