/**
 * Runs Pact's verifier in its own process: its native code writes hundreds of lines to standard output
 * and reads its settings from the environment. Started by run-pact.ts with an IPC channel, it takes one
 * task after another until the channel is closed, and loads the native code before the first.
 */
import type { PactOutcome, PactTask } from './run-pact.js';

function send(outcome: PactOutcome): void {
  process.send?.(outcome);
}

// The parent needs no more results, or has ended.
process.once('disconnect', () => process.exit());

const logLevel = 'error';

async function loadPact() {
  const { default: pact } = await import('@pact-foundation/pact-core');
  pact.getFfiLib(logLevel);
  return pact.default;
}

const loaded = loadPact();
// A task reports the error.
loaded.catch(() => {});

process.on('message', async ({ url, statesUrl, contractUrls, timeout }: PactTask) => {
  try {
    const pact = await loaded;
    const verified = contractUrls.map((contractUrl) =>
      pact
        .verifyPacts({
          provider: 'animal-store',
          providerBaseUrl: url,
          providerStatesSetupUrl: statesUrl,
          pactUrls: [contractUrl],
          timeout,
          logLevel,
        })
        // If an interaction fails, the results are the message of an error.
        .catch((error: Error) => error.message),
    );
    send({ results: await Promise.all(verified) });
  } catch (error) {
    send({ failure: String(error) });
  }
});
