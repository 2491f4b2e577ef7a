import { expect, test } from 'vitest';
import { Replicas } from '../../src/store/replicas.js';
import type { SharedSandbox } from '../../src/store/shared-sandbox.js';

const limits = { maxSandboxes: 10, maxPetMemory: 1_000, maxJournalSize: 1_000 };

/** Sandboxes that are idle, except the busy ones. */
function openReplicas(busy: readonly string[] = []): Replicas {
  return new Replicas({
    limits,
    create: (name) => ({ isIdle: !busy.includes(name) }) as SharedSandbox,
    isNeeded: (name) => name === 'watched',
  });
}

const names = Array.from({ length: 100 }, (_, place) => `job-${place}`);

/** The names of the sandboxes that are in memory. */
const listKept = (replicas: Replicas, among = names) =>
  among.filter((name) => replicas.find(name) !== undefined);

test('keeps few sandboxes in memory while none can be read', () => {
  const replicas = openReplicas();

  for (const name of names) {
    replicas.get(name);
  }

  expect(listKept(replicas)).toEqual(names.slice(-limits.maxSandboxes - 1));
});

test('forgets the sandbox that is idle for longest when memory is full', () => {
  const replicas = openReplicas();
  for (const name of ['one', 'two', 'three']) {
    replicas.get(name);
    replicas.note(name, 600);
  }
  replicas.get('one');

  replicas.get('four');
  replicas.note('four', 600);

  expect(listKept(replicas, ['one', 'two', 'three', 'four'])).toEqual(['one', 'three', 'four']);
});

test('forgets no sandbox that is busy or watched', () => {
  const replicas = openReplicas(['busy']);
  replicas.get('busy');
  replicas.get('watched');

  for (const name of names) {
    replicas.get(name);
  }

  expect(listKept(replicas, ['busy', 'watched'])).toEqual(['busy', 'watched']);
});
