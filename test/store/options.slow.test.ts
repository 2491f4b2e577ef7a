import { expect, onTestFinished, test } from 'vitest';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

/** Two simulators of one store that were started with other options. */
async function openPair(first: SimulatorOptions, second: SimulatorOptions) {
  const store = redis().takeDatabase();
  const open = async (options: SimulatorOptions) => {
    const simulator = await startSimulator({ store, ...options });
    onTestFinished(() => simulator.close());
    return simulator;
  };
  return [await open(first), await open(second)] as const;
}

const call = (simulator: RunningSimulator, path: string, key = simulator.apiKey) =>
  fetch(`${simulator.url}${path}`, { headers: { Authorization: `Bearer ${key}.box` } });

test('a sandbox keeps the pets that it began with in a simulator with another seed', async () => {
  const [first, second] = await openPair({ seed: 1 }, { seed: 2, fixture: 'empty' });
  const pets = await (await call(first, '/pets?limit=100')).text();

  expect(pets).toContain('"id":50');
  expect(await (await call(second, '/pets?limit=100')).text()).toBe(pets);
  const own = await fetch(`${second.url}/pets`, {
    headers: { Authorization: 'Bearer test-key.own' },
  });
  expect(await own.text()).toBe('[]');
});

test('a sandbox keeps the choices that it began with in a simulator with another profile', async () => {
  const [first, second] = await openPair({ profile: 'lenient' }, { profile: 'hostile' });
  await call(first, '/pets');

  const { choices } = await first.sandbox('box').settings.read();

  expect((await second.sandbox('box').settings.read()).choices).toEqual(choices);
  expect((await second.sandbox('own').settings.read()).choices).not.toEqual(choices);
});

test('a simulator with another key refuses the first one, and never shows it', async () => {
  const [first, second] = await openPair({ apiKey: 'key-of-one' }, { apiKey: 'key-of-two' });
  await first.sandbox('box').reset({ pets: [{ name: 'calls key-of-one', categoryId: 1 }] });

  expect((await call(second, '/pets', 'key-of-one')).status).toBe(401);
  expect(await (await call(second, '/pets')).json()).toMatchObject([{ name: 'calls ***' }]);
  expect(await (await call(first, '/pets')).json()).toMatchObject([{ name: 'calls key-of-one' }]);
});
