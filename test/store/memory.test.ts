import { expect, test } from 'vitest';
import { Replicas } from '../../src/store/replicas.js';
import type { SharedSandbox } from '../../src/store/shared-sandbox.js';

const limits = { maxSandboxes: 10, maxPetMemory: 1_000, maxJournalSize: 1_000 };

/** @param busy names of sandboxes with an operation that goes on */
function openReplicas(busy: ReadonlySet<string> = new Set()): Replicas {
  return new Replicas({
    limits,
    create: (name) =>
      ({
        get isIdle() {
          return !busy.has(name);
        },
      }) as SharedSandbox,
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
  const replicas = openReplicas(new Set(['busy']));
  replicas.get('busy');
  replicas.get('watched');

  for (const name of names) {
    replicas.get(name);
  }

  expect(listKept(replicas, ['busy', 'watched'])).toEqual(['busy', 'watched']);
});

test('makes room as soon as busy sandboxes are idle', () => {
  const busy = new Set(names);
  const replicas = openReplicas(busy);
  for (const name of names) {
    replicas.get(name);
  }
  expect(listKept(replicas)).toEqual(names);

  busy.clear();
  for (const name of names.slice(-limits.maxSandboxes)) {
    replicas.note(name, 1);
  }

  expect(listKept(replicas)).toHaveLength(limits.maxSandboxes);
});
