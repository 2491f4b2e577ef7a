import { expect, test } from 'vitest';
import { Replicas } from '../../src/store/replicas.js';
import type { SharedSandbox } from '../../src/store/shared-sandbox.js';

const limits = { maxSandboxes: 10, maxPetMemory: 500, maxJournalSize: 500 };
const names = Array.from({ length: 200 }, (_, place) => `box-${place}`);

/** @param busy names of sandboxes with an operation that goes on */
function createReplicas(busy: readonly string[] = []) {
  const create = (name: string) =>
    ({
      get isIdle() {
        return !busy.includes(name);
      },
    }) as SharedSandbox;
  return new Replicas({ limits, create, isNeeded: () => false });
}

const listKept = (replicas: Replicas) => names.filter((name) => replicas.find(name) !== undefined);

test('keeps no more sandboxes than its limit when none of them exists', () => {
  const replicas = createReplicas();
  for (const name of names) {
    replicas.get(name);
  }

  expect(listKept(replicas)).toEqual(names.slice(-11));
});

test('keeps sandboxes in use, and makes room as soon as they are idle', () => {
  const busy = names.slice(0, 100);
  const replicas = createReplicas(busy);
  for (const name of busy) {
    replicas.get(name);
  }
  expect(listKept(replicas)).toEqual(busy);

  busy.length = 0;
  for (const name of names.slice(0, 5)) {
    replicas.note(name, 1);
  }

  expect(listKept(replicas)).toHaveLength(limits.maxSandboxes);
});

test('makes room by the sizes of sandboxes', () => {
  const replicas = createReplicas();
  for (const name of names.slice(0, 5)) {
    replicas.get(name);
    replicas.note(name, 400);
  }

  expect(listKept(replicas)).toEqual(names.slice(3, 5));
});
