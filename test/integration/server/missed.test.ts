import { expect, onTestFinished, test } from 'vitest';
import { SimulatorError } from '../../../src/document/errors.js';
import { resolveSimulatorOptions } from '../../../src/options/config-file.js';
import { createNodeSimulator } from '../../../src/simulator/node-simulator.js';

test('answers a request without /v1 while the sandboxes are out of reach', async () => {
  const unreachable = createNodeSimulator(resolveSimulatorOptions({}), () => {
    throw new SimulatorError('simulator_store_unavailable', 'The store is away.');
  });
  const simulator = await unreachable.listen();
  onTestFinished(() => simulator.close());

  const statuses = [];
  for (const path of ['/pets', '/pets', '/health/live']) {
    statuses.push((await fetch(simulator.origin + path)).status);
  }
  expect(statuses).toEqual([404, 404, 200]);
});
