import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/client/connect.js';
import { type SimulatorConnection, useSimulator } from '../../../src/simulator/test-simulator.js';
import { globalSetup } from '../../../src/vitest-global-setup.js';
import { createFolder } from '../../support/files.js';
import { capture } from '../../support/run-here.js';

test.for([
  [{ seed: 7, pets: 100 }, 'The options of globalSetup are ignored (seed, pets): '],
  [{ seed: undefined }, ''],
] as const)('warns of ignored options: %j', async ([options, warning]) => {
  vi.stubEnv('ANIMAL_STORE_URL', 'http://127.0.0.1:4010');

  const { stderr } = await capture(() => globalSetup(options as object)({ provide: () => {} }));

  expect([stderr.startsWith(warning), stderr === '']).toEqual([true, warning === '']);
});

test('obeys the config file of ANIMAL_STORE_CONFIG', async () => {
  const file = join(createFolder(), 'animal-store.json');
  writeFileSync(file, '{"pets":3,"port":4010}');
  vi.stubEnv('ANIMAL_STORE_CONFIG', file);
  const provided: SimulatorConnection[] = [];
  const count = async ({ url, apiKey }: { url: string; apiKey: string }) =>
    (await connect(url, { apiKey }).sandbox('default').pets.list()).length;

  const close = await globalSetup({ seed: 7 })({ provide: (_, one) => void provided.push(one) });
  const [shared] = provided;
  expect(shared && (await count(shared))).toBe(3);
  await useSimulator(undefined, { pets: 4 }, async (own) => {
    expect(await count(own)).toBe(4);
  });
  await useSimulator(undefined, {}, async (own) => {
    expect(await count(own)).toBe(3);
  });
  await close?.();
});
