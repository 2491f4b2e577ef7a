import { expect, test, vi } from 'vitest';
import { connect, type SandboxHandle } from '../../../src/index.js';
import {
  type SandboxOptions,
  type TestSimulator,
  useSandbox,
  useSimulator,
} from '../../../src/simulator/test-simulator.js';
import { start } from '../../support/simulator.js';

const use = (
  simulator: TestSimulator,
  options: object = {},
  act: (sandbox: SandboxHandle) => Promise<void> = async () => {},
  passed = true,
) => useSandbox(simulator, options as SandboxOptions, ['a test'], act, () => passed);

test.for([
  [{ profil: 'hostile' }, 'sandboxOptions has the unknown field "profil". Known fields: seed,'],
  [{ profile: 'hostil' }, 'profile of sandboxOptions must be one of default, strict,'],
  [{ pets: [{ name: 'Rex' }] }, 'pets[0].categoryId of sandboxOptions is required.'],
  [{ pets: 1, fixture: 'empty' }, 'pets and fixture of sandboxOptions must not be used together'],
] as const)('rejects the sandboxOptions %j by that name', async ([options, message]) => {
  const simulator = await start();

  await expect(use(simulator, options)).rejects.toThrow(message);
  await expect(use(connect(simulator.url), options)).rejects.toThrow(message);
});

test('starts a test with pets of its own', async () => {
  const simulator = await start();
  const pets = [{ id: 7, name: 'Rex', categoryId: 2 }];

  await use(connect(simulator.url), { pets }, async (sandbox) => {
    expect(await sandbox.pets.list()).toEqual([{ id: 7n, name: 'Rex', categoryId: 2n }]);
  });
});

test('keeps other error messages unchanged', async () => {
  const simulator = await start();
  await simulator.close();

  await expect(use(connect(simulator.url))).rejects.toThrow(
    `No simulator responded at ${simulator.origin}`,
  );
});

test.for([
  ['passes', true, ''],
  ['fails', false, ''],
  ['passes at ANIMAL_STORE_URL', true, 'http://127.0.0.1/v1'],
] as const)('drops the sandbox of a test that %s', async ([, passed, url]) => {
  vi.stubEnv('ANIMAL_STORE_URL', url);
  const simulator = await start();

  const ask = async ({ apiKey }: SandboxHandle) => {
    await fetch(`${simulator.url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });
  };
  await use(simulator, {}, ask, passed);

  const names = (await simulator.sandboxes()).map(({ name }) => name);
  expect(names).toEqual(['default']);
});

test('tests of one title have sandboxes of their own, where ANIMAL_STORE_URL is', async () => {
  const [simulator, other] = [await start(), await start()];
  vi.stubEnv('ANIMAL_STORE_URL', simulator.url);
  const running = { url: other.url, apiKey: 'other', adminToken: undefined };
  const names: string[] = [];

  await useSimulator(running, {}, async (used) => {
    expect([used.origin, used.apiKey]).toEqual([simulator.origin, 'test-key']);
    const add = async ({ name }: SandboxHandle) => void names.push(name);
    await Promise.all([use(used, {}, add), use(used, {}, add)]);
  });

  expect(new Set(names).size).toBe(2);
});
