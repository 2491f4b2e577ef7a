import { expect, onTestFinished, test } from 'vitest';
import { SimulatorError } from '../../../src/document/errors.js';
import { resolveSimulatorOptions } from '../../../src/options/resolve.js';
import { NodeSimulatorCore } from '../../../src/simulator/node-simulator.js';

/** A simulator whose sandboxes are out of reach, as in a store that is away. */
class UnreachableCore extends NodeSimulatorCore {
  override readonly answer = async () => {
    throw new SimulatorError('simulator_store_unavailable', 'The store is away.');
  };
}

test('answers a request without /v1 while the sandboxes are out of reach', async () => {
  const simulator = await new UnreachableCore(resolveSimulatorOptions({})).listen();
  onTestFinished(() => simulator.close());

  const statuses = [];
  for (const path of ['/pets', '/pets', '/health/live']) {
    statuses.push((await fetch(simulator.origin + path)).status);
  }
  expect(statuses).toEqual([404, 404, 200]);
});
