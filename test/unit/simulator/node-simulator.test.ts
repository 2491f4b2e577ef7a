import { expect, test } from 'vitest';
import { resolveSimulatorOptions } from '../../../src/options/resolve.js';
import { NodeSimulator } from '../../../src/simulator/node-simulator.js';

test('changes what clients get, and not what the journal has', async () => {
  const options = resolveSimulatorOptions({ fixture: 'empty' });
  const node = new NodeSimulator(options, (answer) => ({
    ...answer,
    reply: { ...answer.reply, status: 202 },
  }));
  const simulator = node.open();

  const { status } = await simulator.fetch('/v1/pets', {
    headers: { Authorization: `Bearer ${simulator.apiKey}` },
  });

  expect(status).toBe(202);
  expect(await simulator.sandbox('default').requests()).toMatchObject([{ status: 200 }]);
});
