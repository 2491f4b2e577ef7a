import { expect, test } from 'vitest';
import type { SandboxSummary } from '../../src/engine/backend.js';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { refuseExchange } from '../../src/engine/exchange.js';
import { SimulatorError } from '../../src/engine/interface/errors.js';
import { createLocalBackend } from '../../src/engine/local-backend.js';
import { writePet } from '../../src/engine/pets/pet.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { findTarget } from '../../src/engine/target.js';
import { createRequest, engineOf, getHeader, readJson } from './engine.js';

const maxPetMemory = 4_000;

function openBackend() {
  const engine = engineOf(resolveChoices('default'), undefined, maxPetMemory);
  return { engine, backend: createLocalBackend(engine) };
}

/** Sends a request to each sandbox, and returns of which a listener learned that it came and was sent. */
async function listenTo(name: string | undefined): Promise<string[][]> {
  const { backend } = openBackend();
  const heard: string[] = [];
  const sent: string[] = [];
  const sendAll = async () => {
    for (const sandbox of ['one', 'other']) {
      const request = createRequest({ path: `/sandboxes/${sandbox}/v1/pets` });
      backend.sent(await backend.exchange(request), 1);
    }
  };
  const stop = backend.listen(
    name,
    (read) => heard.push(read().sandbox),
    ({ sandbox }) => sent.push(sandbox),
  );
  await sendAll();
  stop();
  await sendAll();
  return [heard, sent];
}

test('tells a listener of the exchanges of its sandbox, until it stops', async () => {
  expect(await listenTo('one')).toEqual([['one'], ['one']]);
});

test('tells a listener of all sandboxes of all exchanges, until it stops', async () => {
  const both = ['one', 'other'];
  expect(await listenTo(undefined)).toEqual([both, both]);
});

test('can always reach the sandboxes of its own process', () => {
  expect(openBackend().backend.isReady()).toBe(true);
});

/** Adds a pet that takes more than half of the memory. */
function addLargePet(sandbox: Sandbox): void {
  const pet = { name: 'R'.repeat(maxPetMemory / 2), categoryId: 1n };
  applyChange(sandbox, { type: 'pet-replaced', id: 90n, json: writePet(90n, pet) });
}

test('keeps nothing of a sandbox whose first update fails', async () => {
  const { backend } = openBackend();
  const fail = (sandbox: Sandbox) => {
    addLargePet(sandbox);
    throw new SimulatorError('simulator_conflict', 'too late');
  };

  expect(() => backend.update('one', fail)).toThrow('too late');

  const names = (await backend.list()).map(({ name }: SandboxSummary) => name);
  expect(names).toEqual(['default']);
  await backend.update('other', addLargePet);
});

test('refuses a request as an Error that an app can read', () => {
  const { settings } = openBackend().engine;
  const request = createRequest({ headers: { origin: 'http://localhost:3000' } });
  const error = new SimulatorError('simulator_full', 'Try again.');

  const { reply, notes, changes } = refuseExchange(
    request,
    findTarget(request, settings),
    error,
    settings,
  );

  const { status } = error;
  expect(reply.status).toBe(status);
  expect(readJson(reply)).toEqual({ code: 'simulator_full', message: 'Try again.', status });
  expect(getHeader(reply, 'access-control-allow-origin')).toBe('*');
  expect([notes, changes]).toEqual([[{ kind: 'refused', code: 'simulator_full' }], []]);
});
