import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { createEngine } from '../../src/engine/engine.js';
import { writePet } from '../../src/engine/pets/pet.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { resolveOptions } from '../../src/options/raw-options.js';
import { readStoreAddress, type StoreAddress } from '../../src/options/store-address.js';
import type { StoreConnection } from '../../src/store/connection.js';
import { CurrentReplica } from '../../src/store/current-replica.js';
import { Store } from '../../src/store/store.js';
import { updateSandbox } from '../../src/store/update.js';

/** A sandbox in a store that accepts everything; writing a pet takes longer than an operation may. */
function open() {
  const started: { readonly script: string; readonly isLate: boolean }[] = [];
  const script: StoreConnection['script'] = async (name, _args, { deadline }) => {
    started.push({ script: name, isLate: deadline <= performance.now() });
    return name === 'loadSandbox' ? 0 : 1;
  };
  const options = resolveOptions({});
  const choices = resolveChoices(options.profile, options.choose);
  const settings = { ...options, choices, apiKeys: options.apiKey, corsOrigins: [] };
  const address = readStoreAddress('valkey://127.0.0.1') as StoreAddress;
  const connection = { script } as unknown as StoreConnection;
  const store = new Store(createEngine(settings, []), connection, options, address);
  const observer = { onCaughtUp: () => {}, onRecorded: () => {} };

  let time = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  const write = store.codec.secrets.hideInPet.bind(store.codec.secrets);
  store.codec.secrets.hideInPet = (json) => {
    time += 10_000;
    return write(json);
  };
  return { store, started, current: new CurrentReplica(store, 'box', observer) };
}

test('gives the store its whole time after a large sandbox was written', async () => {
  const { store, started, current } = open();
  const rex = writePet(1n, { name: 'Rex', categoryId: 1n });

  await updateSandbox(
    current,
    (sandbox) => {
      const state = { ...sandbox.state(), added: [rex], addedCount: 1 };
      applyChange(sandbox, { type: 'restored', state });
    },
    store.deadline,
  );
  const replica = current.get();
  await (replica && current.keepCheckpoint(replica));

  const late = started.filter(({ isLate }) => isLate).map((one) => one.script);
  expect(started.map((one) => one.script)).toContain('createSandbox');
  expect(started.at(-1)?.script).toBe('keepCheckpoint');
  expect(late).toEqual([]);
});
