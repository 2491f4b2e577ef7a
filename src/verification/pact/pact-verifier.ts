/**
 * Runs Pact's verifier in its own process: its native code writes hundreds of lines to standard output
 * and reads its settings from the environment. Started by run-pact.ts with an IPC channel.
 */
import type { PactOutcome, PactTask } from './run-pact.js';

function send(outcome: PactOutcome): void {
  process.send?.(outcome, () => process.disconnect());
}

// The parent has the results, or has ended.
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
    // If an interaction fails, the results are the message of an error.
    send({ results: await verified.catch((error: Error) => error.message) });
  } catch (error) {
    send({ failure: String(error) });
  }
});
