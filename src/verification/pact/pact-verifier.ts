/**
 * A process of its own for Pact's verifier: it writes hundreds of lines to standard output from native
 * code, and reads its settings from the environment. Started by run-pact.ts with a channel.
 */
import type { PactOutcome, PactTask } from './run-pact.js';

function send(outcome: PactOutcome): void {
  process.send?.(outcome, () => process.disconnect());
}

// Whoever started it has its answer, or is gone.
process.once('disconnect', () => process.exit());

process.once('message', async ({ url, statesUrl, contractUrl, timeout }: PactTask) => {
  try {
    const { default: pact } = await import('@pact-foundation/pact-core');
    const verified = pact.default.verifyPacts({
      provider: 'animal-store',
      providerBaseUrl: url,
      providerStatesSetupUrl: statesUrl,
      pactUrls: [contractUrl],
      timeout,
      logLevel: 'error',
    });
    // When a promise of the contract is broken, the results are the message of an error.
    send({ results: await verified.catch((error: Error) => error.message) });
  } catch (error) {
    send({ failure: String(error) });
  }
});
