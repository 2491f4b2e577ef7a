import type { ChildProcess } from 'node:child_process';
import type { verify } from '../../src/index.js';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { type runPact, runPactIn, startVerifier } from '../../src/verification/pact/run-pact.js';
import { verifyContract } from '../../src/verification/pact/verify-contract.js';
import {
  runVerification,
  type VerificationMeans,
} from '../../src/verification/run-verification.js';

/** Pact's verifiers without a task. To start one takes longer than to verify a contract. */
const idle: ChildProcess[] = [];

const runIdlePact: typeof runPact = async (task) => {
  const verifier = idle.pop() ?? startVerifier().setMaxListeners(0);
  const results = await runPactIn(verifier, task);
  idle.push(verifier);
  return results;
};

const means: VerificationMeans = {
  fetch,
  verifyContract: (provider, pets, contract, timeout, onResult) =>
    verifyContract(provider, pets, contract, timeout, onResult, runIdlePact),
};

/** The same as `verify`, but processes of Pact's verifier take one contract after another. */
export const verifyWarm: typeof verify = ({ url, apiKey, categoryId, timeout = 5_000 }) =>
  runVerification(
    {
      url,
      apiKey,
      invalidApiKey: verifyOptionTable.invalidApiKey.default,
      categoryId: categoryId === undefined ? undefined : BigInt(categoryId),
      timeout,
      readOnly: false,
    },
    {},
    means,
  );

/** Ends the processes. */
export function closeVerifiers(): void {
  for (const verifier of idle.splice(0)) {
    verifier.disconnect();
  }
}
