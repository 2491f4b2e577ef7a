import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWrittenJson } from '../../../src/base/json.js';
import { admit } from '../../../src/engine/admit.js';
import type { Answer } from '../../../src/engine/handle.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { type Entry, type StoredCommand, writeData } from '../../../src/store/log.js';
import {
  type LogCheckpoint,
  type SharedContext,
  SharedSandbox,
} from '../../../src/store/shared-sandbox.js';
import { createStart, settings } from '../../integration/store/replicas.js';
import { anyRequest } from '../engine/any-request.js';
import { anyChoices, createRequest, engineOf, omitDate } from '../engine/engine.js';

const start = createStart([{ name: 'Seeded', categoryId: 1n }], 'seeded');

const open = (context: Partial<SharedContext> = {}, name = 'box') =>
  new SharedSandbox(name, {
    start,
    settings,
    createLimits: () => ({
      quota: { size: 0, max: 1_000_000 },
      journals: { size: 0, max: 1_000_000 },
      maxJournal: 3,
    }),
    ...context,
  } as Partial<SharedContext> as SharedContext);

let entries = 0;

/** An entry of a writer with this command. */
function write(by: string, command: StoredCommand): Entry {
  entries += 1;
  return { id: `1700000000000-${entries}`, by, kind: 'command', text: writeData(command) };
}

const request = (method: string, body?: string): StoredCommand => ({
  type: 'request',
  request: {
    method,
    path: '/v1/pets',
    query: '',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  },
  target: { path: '/pets', resource: '/pets', petId: '' },
  refusal: undefined,
});

const create = (name: string) => request('POST', JSON.stringify({ name, categoryId: 1 }));

function resetTo(pets: readonly string[]): StoredCommand {
  const { seed, settings: own, clock } = start;
  return { type: 'reset', data: { start: { pets, seed, settings: own, clock } } };
}

const applyRequest = (state: SharedSandbox, entry: Entry) =>
  (state.apply(entry) as () => Answer)().reply;

/** All that a checkpoint keeps; durations are those of a process. */
function readAll(state: SharedSandbox) {
  const { journal, total, dropped } = state.peek();
  const exchanges = journal.map(({ duration: _, ...exchange }) => exchange);
  return { snapshot: createSnapshot(state.peek(), 0), total, dropped, exchanges };
}

/** A state that goes on from the checkpoint of another one. */
function reload(state: SharedSandbox): SharedSandbox {
  const other = open();
  other.load(parseWrittenJson(writeData(state.createCheckpoint())) as unknown as LogCheckpoint);
  return other;
}

test('answers any requests as a process without a store, in each sandbox', () => {
  const deprecatedSince = new Date('2029-01-01T00:00:00Z');
  const requests = fc.array(anyRequest, { maxLength: 8 });
  fc.assert(
    fc.property(anyChoices, requests, (choices, asks) => {
      const engine = engineOf(choices);
      const context = {
        start: engine.start,
        settings: { ...settings, corsOrigin: '*' as const, deprecatedSince },
      };
      const states = new Map<string, SharedSandbox>();
      for (const ask of asks) {
        const request = createRequest(ask);
        const { sandbox, ...admitted } = admit(request, settings.apiKey);
        const state = states.get(sandbox) ?? open(context, sandbox);
        states.set(sandbox, state);

        const entry = write(`a ${entries + 1}`, { type: 'request', ...admitted } as StoredCommand);

        const expected = omitDate(engine.answer(request).reply);
        expect(omitDate(applyRequest(state, entry))).toEqual(expected);
      }
    }),
    { numRuns: 100 },
  );
});

test('applies an entry that was delivered twice, or after a later one of its writer, once', () => {
  const state = open();
  const first = write('a 2', create('Rex'));

  expect(applyRequest(state, first).body).toBe('{"id":2,"name":"Rex","categoryId":1}');
  expect(state.apply(first)).toBeUndefined();
  expect(state.apply(write('a 1', create('Tom')))).toBeUndefined();
  const other = applyRequest(state, write('b 1', create('Max')));
  expect(other.body).toBe('{"id":3,"name":"Max","categoryId":1}');
  expect(state.sandbox?.total).toBe(2);
});

test('goes on from a checkpoint as if it had applied all entries', () => {
  const rule = { operation: 'getPet' as const, code: 503, body: 9_007_199_254_740_993n };
  const choices = { ...start.settings.choices, 'unknown-field': 'echo' as const };
  const delay = { from: 1, to: 1e6 };
  const all = [
    write('a 1', create('Rex')),
    write('a 2', resetTo(['{"id":7,"name":"Own","categoryId":1}'])),
    write('a 3', { type: 'addRule', data: rule }),
    write('c 1', { type: 'setSettings', data: { ...start.settings, choices, delay } }),
    write('c 2', request('POST', '{"name":"Echo","categoryId":1,"more":[1.50,"é"]}')),
    write('b 1', { type: 'changePet', data: { id: '7', name: 'Changed' } }),
    write('a 4', create('Tom')),
    write('a 5', { type: 'removePet', data: { id: '3' } }),
    write('a 6', create('Max')),
    write('a 7', { type: 'setClock', data: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } }),
  ];
  const one = open();
  for (const entry of all) {
    one.apply(entry);
  }
  for (const exchange of one.peek().journal) {
    exchange.duration = 5;
  }

  const other = reload(one);

  expect(readAll(other)).toEqual(readAll(one));
  for (const later of [write('b 2', create('Last')), write('b 3', request('GET'))]) {
    expect(applyRequest(other, later)).toEqual(applyRequest(one, later));
  }
  expect(other.apply(all.at(-2) as Entry)).toBeUndefined();
  expect(readAll(other)).toEqual(readAll(one));
});

test('answers aside without a trace', () => {
  const state = open();
  state.apply(write('a 1', create('Rex')));
  const read = () => structuredClone([state.createCheckpoint(), state.peek().journal]);
  const before = read();

  const { type: _, ...command } = create('Tom') as Extract<StoredCommand, { type: 'request' }>;
  const request = { ...command.request, method: 'GET' };

  expect(state.answerAside({ ...command, request }).reply.status).toBe(200);
  expect(read()).toEqual(before);
});
