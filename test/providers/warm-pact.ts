import type { verify } from '../../src/index.js';
import { type PactTask, PactVerifier } from '../../src/verification/pact/run-pact.js';
import {
  runVerification,
  type VerificationMeans,
} from '../../src/verification/run-verification.js';
import { resolveOptions } from './in-process.js';

const all: PactVerifier[] = [];
/** Pact's verifiers without a task. To start one takes longer than to verify a contract. */
const idle: PactVerifier[] = [];

function createVerifier(): PactVerifier {
  const verifier = new PactVerifier();
  all.push(verifier);
  return verifier;
}

/** Starts a process only when a contract needs one: many at once would stall the first providers. */
export const startPact = () => ({
  run: async (task: PactTask) => {
    const verifier = idle.pop() ?? createVerifier();
    const results = await verifier.run(task);
    idle.push(verifier);
    return results;
  },
  end: () => {},
});

const means: VerificationMeans = { fetch, startPact };

/** The same as `verify`, but processes of Pact's verifier take one contract after another. */
export const verifyWarm: typeof verify = (options, progress) =>
  runVerification(resolveOptions(options), progress, means);

/** Ends the processes. */
export function closeVerifiers(): void {
  for (const verifier of all.splice(0)) {
    verifier.end();
  }
  idle.length = 0;
}
