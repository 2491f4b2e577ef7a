import { SimulatorError } from '../document/errors.js';

/** @param problem what the store or the network says */
export function createUnavailableError(problem: string): SimulatorError {
  return new SimulatorError(
    'simulator_store_unavailable',
    `The store that keeps the sandboxes (option store) can't be used: ${problem}. A request whose ` +
      'answer was lost may have been carried out. Send it again when GET /health/ready answers 200.',
  );
}

export function createFullError(): SimulatorError {
  return new SimulatorError(
    'simulator_full',
    'The store that keeps the sandboxes (option store) has no memory left; nothing was changed. Delete ' +
      'sandboxes that are no longer used, or give the store more memory.',
  );
}

/** The store lost parts of a sandbox, or somebody else wrote to it. */
export class BrokenSandboxError extends SimulatorError {
  constructor(sandbox: string) {
    const problem = `it has only parts of the sandbox ${sandbox}; delete that sandbox`;
    super('simulator_store_unavailable', createUnavailableError(problem).message);
  }
}
