import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import { decide } from '../../src/engine/exchange.js';
import { SimulatorError } from '../../src/engine/interface/errors.js';
import { runToEnd } from '../../src/engine/interface/slices.js';
import { applyChange, recordChanges } from '../../src/engine/sandbox/changes.js';
import {
  type Checkpoint,
  createCheckpoint,
  createOwnResources,
  restoreCheckpoint,
  type SandboxOrigin,
} from '../../src/engine/sandbox/checkpoint.js';
import type { KeptExchange } from '../../src/engine/sandbox/journal-entry.js';
import {
  applyLogEntry,
  type LogEntry,
  restoreJournal,
} from '../../src/engine/sandbox/log-entry.js';
import { Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { findTarget } from '../../src/engine/target.js';
import { createLogEntry } from '../support/log-entry.js';
import { type Ask, createRequest, engineOf, exchangeOn } from './engine.js';
import { anyChange, anyCreation } from './steps.js';

const asks: fc.Arbitrary<Ask> = fc.oneof(
  anyCreation,
  fc.constantFrom<Ask>(
    {},
    { query: 'limit=2&status=sold' },
    { path: '/v1/pets/1' },
    { path: '/v1/pets/x', headers: { prefer: 'code=500' } },
    { method: 'HEAD' },
    { method: 'OPTIONS' },
    { headers: { authorization: '' } },
    { path: '/v1/unknown' },
    { method: 'POST', body: new Uint8Array(9_000) },
  ),
);

/** What happens to a sandbox; the entry for it is what other processes learn of it. */
type Step = (sandbox: Sandbox, engine: Engine, time: number) => LogEntry;

function decideOn(sandbox: Sandbox, { settings }: Engine, ask: Ask) {
  const request = createRequest(ask);
  return decide(request, findTarget(request, settings), sandbox, settings);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  asks.map(
    (ask): Step =>
      (sandbox, engine, time) => {
        const { changes, exchange } = createLogEntry(decideOn(sandbox, engine, ask));
        const entry = { time, changes, exchange: exchange && { ...exchange, time } };
        applyLogEntry(sandbox, entry);
        return entry;
      },
  ),
  anyChange.map(
    (decideNext): Step =>
      (sandbox, engine, time) => {
        const act = () => applyChange(sandbox, decideNext(sandbox, engine));
        return { time, changes: recordChanges(sandbox, act).changes };
      },
  ),
);
const steps = fc.array(step, { maxLength: 25 });

const latency = { from: 1, to: 50 };
const open = () => engineOf(resolveChoices('default'), undefined, undefined, latency);
/** With other options, as while a newer version replaces this one. */
const openOther = () => engineOf(resolveChoices('hostile'), [{ name: 'Ann', categoryId: 7n }]);

const originOf = ({ sandboxes: { start } }: Engine): SandboxOrigin => ({
  start,
  maxPetMemory: 2_000,
  maxJournal: 5,
  maxJournalSize: 10_000,
});

const ownResources = ({ sandboxes }: Engine, origin: SandboxOrigin) =>
  createOwnResources(sandboxes.resources, origin, () => {});

function createOwn(engine: Engine, origin: SandboxOrigin): Sandbox {
  return new Sandbox('own', origin.start, ownResources(engine, origin));
}

/** Takes steps, and returns copies of their entries. */
function take(sandbox: Sandbox, engine: Engine, some: readonly Step[]): LogEntry[] {
  return some.flatMap((next, index) => {
    try {
      return [structuredClone(next(sandbox, engine, 1_000 + index))];
    } catch (error) {
      // There is no room, so nothing happened.
      expect(error).toBeInstanceOf(SimulatorError);
      return [];
    }
  });
}

/** All that control calls can read of a sandbox. */
function readAll(sandbox: Sandbox) {
  const { start, test: name, allow, journal, catalogue } = sandbox;
  const { total, kept, dropped, size } = journal;
  const state = sandbox.state();
  const exchanges = journal.list().map((entry) => ({ ...entry }));
  return structuredClone({
    ...{ start, name, allow, state: { ...state, added: state.added.slice(0, state.addedCount) } },
    ...{ journal: { total, kept, dropped, size }, exchanges },
    memory: catalogue.memory.size,
  });
}

test('decides a request without changing anything', () => {
  fc.assert(
    fc.property(steps, asks, (some, ask) => {
      const engine = open();
      const sandbox = createOwn(engine, originOf(engine));
      take(sandbox, engine, some);
      const before = readAll(sandbox);

      const [first, second] = [decideOn(sandbox, engine, ask), decideOn(sandbox, engine, ask)];

      expect(readAll(sandbox)).toEqual(before);
      expect([second.reply, second.changes, second.outcome]).toEqual([
        first.reply,
        first.changes,
        first.outcome,
      ]);
    }),
  );
});

test('answers what it decided', () => {
  fc.assert(
    fc.property(fc.array(asks, { maxLength: 8 }), (some) => {
      const engine = open();
      for (const ask of some) {
        const { reply } = decideOn(engine.sandboxes.getOrCreate('default'), engine, ask);
        expect(exchangeOn(engine, ask).reply).toEqual(reply);
      }
    }),
  );
});

/** Without the time, which another process can't have in common. */
function readTimeless(sandbox: Sandbox) {
  const { exchanges, ...others } = readAll(sandbox);
  return {
    ...others,
    exchanges: exchanges.map(({ time: _, ...exchange }) => exchange),
  };
}

test('keeps by its entry what a request changes and what the journal records of it', () => {
  fc.assert(
    fc.property(fc.array(asks, { maxLength: 12 }), (some) => {
      const [engine, other] = [open(), open()];
      const sandbox = engine.sandboxes.getOrCreate('default');
      const copy = other.sandboxes.getOrCreate('default');
      for (const ask of some) {
        exchangeOn(engine, ask);
        applyLogEntry(copy, structuredClone(createLogEntry(decideOn(copy, other, ask))));
      }
      expect(readTimeless(copy)).toEqual(readTimeless(sandbox));
    }),
  );
});

test('has the same sandbox in another process that applies the entries', () => {
  fc.assert(
    fc.property(steps, asks, (some, ask) => {
      const [engine, other] = [open(), openOther()];
      const origin = originOf(engine);
      const sandbox = createOwn(engine, origin);
      const copy = createOwn(other, structuredClone(origin));

      for (const entry of take(sandbox, engine, some)) {
        applyLogEntry(copy, entry);
      }

      expect(readAll(copy)).toEqual(readAll(sandbox));
      expect(decideOn(copy, other, ask).reply).toEqual(decideOn(sandbox, engine, ask).reply);
    }),
  );
});

function restore(
  engine: Engine,
  origin: SandboxOrigin,
  checkpoint: Checkpoint,
  kept: readonly KeptExchange[],
): Sandbox {
  const resources = ownResources(engine, origin);
  const sandbox = runToEnd(restoreCheckpoint('own', checkpoint, resources));
  restoreJournal(sandbox.journal, checkpoint.journal, kept);
  return sandbox;
}

test('goes on from a checkpoint as if the process had seen all before', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const [engine, other] = [open(), openOther()];
      const origin = originOf(engine);
      const sandbox = createOwn(engine, origin);
      take(sandbox, engine, before);
      applyChange(sandbox, { type: 'settled' });
      const kept = structuredClone(sandbox.journal.list().map((entry) => ({ ...entry })));
      const checkpoint = structuredClone(createCheckpoint(sandbox));
      const copy = restore(other, structuredClone(origin), checkpoint, kept);
      expect(readAll(copy)).toEqual(readAll(sandbox));

      for (const entry of take(sandbox, engine, after)) {
        applyLogEntry(copy, entry);
      }

      expect(readAll(copy)).toEqual(readAll(sandbox));
    }),
  );
});

test('repeats a step with a sandbox that was loaded again', () => {
  fc.assert(
    fc.property(steps, step, (some, last) => {
      const engine = open();
      const origin = originOf(engine);
      const sandbox = createOwn(engine, origin);
      const entries = take(sandbox, engine, some);
      const loaded = createOwn(engine, origin);
      for (const entry of entries) {
        applyLogEntry(loaded, entry);
      }

      const [first] = take(sandbox, engine, [last]);
      const [again] = take(loaded, engine, [last]);

      expect(again?.changes).toEqual(first?.changes);
      expect(readAll(loaded)).toEqual(readAll(sandbox));
    }),
  );
});
