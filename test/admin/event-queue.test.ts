import { expect, test } from 'vitest';
import { EventQueue, WaitingEvents } from '../../src/admin/event-queue.js';
import { createOfflineSimulator } from '../../src/offline-simulator.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';

test('counts exchanges that another copy of the journal got before the stream caught up', async () => {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  const { sandboxes } = await core.engine();
  const { journal } = sandboxes.getOrCreate('default');
  const { fetch } = createOfflineSimulator(core);
  const request = () => fetch('http://localhost/v1/pets');
  await request();
  const queue = new EventQueue(journal.list().values(), 0, new WaitingEvents());
  await request();
  await request();
  for (const entry of journal.after(1)) {
    queue.add(entry);
  }

  const types = [queue.next(), queue.next(), queue.next()];

  expect(types).toMatchObject([
    { type: 'exchange', entry: { number: 1 } },
    { type: 'missed', count: 2 },
    undefined,
  ]);
});
