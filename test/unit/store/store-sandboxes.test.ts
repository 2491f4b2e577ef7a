import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { changesRoute } from '../../../src/server/admin/changes-route.js';
import type { AdminContext } from '../../../src/server/admin/route.js';
import type { StoreSandboxes } from '../../../src/store/store-sandboxes.js';
import { create, listNames, send } from '../../integration/store/call-sandbox.js';
import { anyPlan, checkHistory } from '../../integration/store/histories.js';
import { createStart, type ReplicaOptions } from '../../integration/store/replicas.js';
import { createMemoryStore, type Loss } from './memory-store.js';

/** Some of them make a checkpoint. */
const longName = 'x'.repeat(20_000);

const start = createStart(
  Array.from({ length: 50 }, (_, index) => ({ name: `Seeded ${index}`, categoryId: 1n })),
  'fixture default',
);

/** What becomes of the first script, or the first one of a name. */
function once(loss: Loss, name?: string) {
  let losses = 1;
  return (script: string) => ((name ?? script) === script && losses-- > 0 ? loss : undefined);
}

async function createMany(sandboxes: StoreSandboxes, count: number, name = longName) {
  for (let index = 0; index < count; index += 1) {
    await create(sandboxes, 'box', name);
  }
}

const listSandboxes = async (sandboxes: StoreSandboxes) =>
  (await sandboxes.list()).map(({ name, pets }) => `${name}: ${pets}`);

/** All that can be read of a sandbox. */
const readAll = (sandboxes: StoreSandboxes) =>
  sandboxes.read('box', (sandbox) => {
    const { journal, rules, total, dropped } = sandbox;
    const exchanges = journal.map(({ duration, ...exchange }) => exchange);
    const state = {
      snapshot: createSnapshot(sandbox, 0),
      exchanges,
      rules,
      total,
      dropped,
    };
    return JSON.parse(JSON.stringify(state));
  });

/** Two processes that share a store. */
async function openStore(options: ReplicaOptions = {}) {
  const store = await createMemoryStore();
  return { ...store, first: store.open(options), second: store.open(options) };
}

const post = async (sandboxes: StoreSandboxes, name = 'Rex') => {
  const body = JSON.stringify({ name, categoryId: 1 });
  return (await send(sandboxes, 'box', { method: 'POST', body })).body;
};

/** What becomes of the next scripts. */
const anyLosses = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    fc.constantFrom<Loss>('sent again', 'sent later', 'answer lost', 'never sent'),
  ),
  { maxLength: 100 },
);

/** Three processes that lose connections, until there are no more losses. */
async function openLosing(some: readonly (Loss | undefined)[]) {
  const losses = [...some];
  const { state, open } = await createMemoryStore();
  state.lose = () => losses.pop();
  state.meanwhile = () => new Promise((resolve) => setImmediate(resolve));
  return { state, open, replicas: [open(), open(), open()] };
}

test('three processes are linearizable, also when connections are lost', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(anyPlan(), anyLosses, async (plan, losses) => {
      const { replicas } = await openLosing(losses);

      // Some sandboxes get checkpoints.
      answered += await checkHistory(replicas, plan, 30_000);
    }),
    { numRuns: 10 },
  );

  expect(answered).toBeGreaterThan(60);
});

const calls: Record<string, (sandboxes: StoreSandboxes) => Promise<unknown>> = {
  create: (sandboxes) => create(sandboxes, 'box'),
  createLong: (sandboxes) => create(sandboxes, 'box', longName),
  get: (sandboxes) => send(sandboxes, 'box', { path: '/pets/1' }),
  addRule: (one) => one.control('box', 'addRule', { operation: 'getPet', code: 503, times: 1 }),
  removeRules: (sandboxes) => sandboxes.control('box', 'removeRules', {}),
  reset: (sandboxes) => sandboxes.control('box', 'reset', { start }),
  drop: (sandboxes) => sandboxes.drop('box'),
};
const anyCalls = fc.array(fc.tuple(fc.constantFrom(...Object.values(calls)), fc.nat(2)));

test('three processes agree after any calls at once', () =>
  fc.assert(
    fc.asyncProperty(anyCalls, anyLosses, async (some, losses) => {
      const { state, open, replicas } = await openLosing(losses);
      await Promise.allSettled(some.map(([act, by]) => act(replicas[by] as StoreSandboxes)));
      state.lose = () => undefined;

      const expected = await readAll(open());
      for (const replica of replicas) {
        expect(await readAll(replica)).toEqual(expected);
      }
    }),
    { numRuns: 20 },
  ));

test('keeps pets that were created after a drop whose answer was lost', async () => {
  const { state, first, second } = await openStore();
  await create(first, 'box');
  state.lose = once('sent again');
  state.meanwhile = () => createMany(second, 8);

  await expect(first.drop('box')).rejects.toThrow(/may have been carried out/);

  expect(await listNames(second)).toHaveLength(8);
});

test('is the same in a process that was there, one that slept, and one that loads', async () => {
  const { streams, open } = await createMemoryStore();
  const [first, second, third] = [open({ start }), open({ start }), open({ start })];
  await create(second, 'box');
  await first.control('box', 'addRule', { operation: 'getPet', code: 503, times: 2 });
  await send(first, 'box', { path: '/pets/7' });
  await Promise.all(Array.from({ length: 150 }, () => create(first, 'box', 'x'.repeat(1_000))));
  await create(first, 'box');

  const entries = [...streams.values()].flat();
  expect(entries.some(([, fields]) => fields[2] === 'checkpoint')).toBe(true);
  expect(entries.length).toBeLessThan(100);
  const expected = await readAll(first);
  expect(expected.exchanges).toHaveLength(100);
  expect(expected.total).toBe(153);
  expect(await readAll(second)).toEqual(expected);
  expect(await readAll(third)).toEqual(expected);
  expect(await create(second, 'box')).toBe(203);
  expect((await send(third, 'box', { path: '/pets/7' })).status).toBe(503);
  expect((await send(second, 'box', { path: '/pets/7' })).status).toBe(200);
});

test('a checkpoint that arrives late replaces no later one', async () => {
  const { state, open, first, second } = await openStore();
  state.lose = once('sent again', 'keepCheckpoint');
  let others = Promise.resolve();
  state.meanwhile = () => {
    others = createMany(second, 16);
    return others;
  };

  await createMany(first, 9);
  await others;
  await new Promise(setImmediate);

  expect(await listNames(open())).toHaveLength(25);
});

test('keeps the durations that it measured beyond the checkpoint of another process', async () => {
  const { first, second } = await openStore();
  await create(second, 'box');
  await second.read('box', ({ journal }) => Object.assign(Object(journal[0]), { duration: 5 }));

  await createMany(first, 16);

  expect(await second.read('box', ({ journal }) => journal[0]?.duration)).toBe(5);
});

test('a sandbox that was dropped, or refused what it was asked for, does not exist', async () => {
  const { open } = await createMemoryStore();
  const sandboxes = open();
  const refused = sandboxes.control('refused', 'removeRule', { id: 'rule-1' });
  await expect(refused).rejects.toThrow('has no rule');
  // At once, so that the checkpoint follows the drop.
  await Promise.all([
    create(sandboxes, 'box'),
    ...Array.from({ length: 8 }, () => create(sandboxes, 'box', longName)),
    sandboxes.drop('box'),
  ]);

  expect(await Promise.all(['refused', 'box'].map((name) => open().drop(name)))).toEqual([
    false,
    false,
  ]);
});

test('reads JSON of any depth alike in all processes', async () => {
  const { first, second } = await openStore();
  const post = async (depth: number) => {
    const json = '['.repeat(depth) + ']'.repeat(depth);
    const body = `{"name":"${depth}","categoryId":1,"x":${json}}`;
    return (await send(first, 'box', { method: 'POST', body })).status;
  };

  expect(await Promise.all([99, 100, 7_000].map(post))).toEqual([201, 400, 400]);
  expect(await listNames(second)).toEqual(['99']);
});

test('answers no reads from a node that is no longer the master', async () => {
  const { state, first } = await openStore();
  await create(first, 'box');
  state.isReadOnly = true;

  expect((await send(first, 'box')).body).toContain('simulator_store_unavailable');
  await expect(first.read('box', ({ total }) => total)).rejects.toThrow('READONLY');
  await expect(first.list()).rejects.toThrow('READONLY');
});

test('does not mistake a sandbox that began again for the one before', async () => {
  const { first, second } = await openStore();
  await create(first, 'box', 'before');
  await create(first, 'box', 'before too');
  await second.drop('box');
  await create(second, 'box', 'after');

  expect(await create(first, 'box', 'after too')).toBe(2);

  expect(await listNames(first)).toEqual(['after', 'after too']);
});

test('begins anew in a store that lost everything', async () => {
  const { state, flush, first, second } = await openStore({ start });
  await create(first, 'box');
  await create(second, 'box');

  flush();
  state.now += 1_000;

  expect(await listSandboxes(first)).toEqual(['default: 50']);
  expect(await listNames(first)).toHaveLength(50);
  expect(await create(second, 'box')).toBe(51);
  expect(await listSandboxes(second)).toEqual(['default: 50', 'box: 51']);
});

test('takes all commands that wait for a sandbox to the store at once', async () => {
  const { sent, first } = await openStore();
  await create(first, 'box');
  sent.splice(0);

  const ids = await Promise.all(Array.from({ length: 20 }, () => create(first, 'box')));

  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  expect(sent).toEqual(['appendEntries', 'appendEntries']);
});

test('a full store answers what changes nothing, and drops sandboxes', async () => {
  const { state, first, second } = await openStore();
  await create(first, 'box');
  state.isFull = true;

  expect(await listNames(second)).toEqual(['Rex']);
  expect((await send(second, 'box', { path: '/pets/1' })).body).toContain('"name":"Rex"');
  expect(await listNames(first, 'unused')).toEqual([]);
  expect(await first.read('box', ({ journal }) => journal.length)).toBe(1);
  expect(await post(second)).toContain('simulator_full');

  expect(await second.drop('box')).toBe(true);
  expect(await listNames(first)).toEqual([]);
  expect(await listSandboxes(second)).toEqual(['default: 0']);
});

test('a full store refuses what rules or a random delay may have to count', async () => {
  const { state, first, second } = await openStore();
  await first.control('ruled', 'addRule', { operation: 'getPet', code: 503, times: 1 });
  const delay = { from: 1, to: 9 };
  await first.control('slow', 'setSettings', { ...first.start.settings, delay });
  state.isFull = true;

  for (const name of ['ruled', 'slow']) {
    expect((await send(second, name)).body).toContain('simulator_full');
  }
});

test('a drop of a full store whose answer was lost leaves what was created since', async () => {
  const { state, first, second } = await openStore();
  await create(first, 'box');
  state.lose = once('answer lost');

  await expect(first.drop('box')).rejects.toThrow(/may have been carried out/);
  await create(second, 'box', 'after');
  state.isFull = true;

  expect(await listNames(first)).toEqual(['after']);
});

test('lists a sandbox that another process has just created, changed or dropped', async () => {
  const { state, first, second } = await openStore();
  state.lose = once('sent later', 'writeRows');
  state.meanwhile = () => new Promise((resolve) => setImmediate(resolve));

  expect(await first.drop('default')).toBe(true);
  await create(first, 'default');
  state.lose = once('sent later', 'writeRows');
  await create(first, 'box');
  expect(await listSandboxes(second)).toEqual(['default: 1', 'box: 1']);

  await create(second, 'box');
  await second.list();
  await create(first, 'box');
  await first.list();
  expect(await listSandboxes(second)).toEqual(['default: 1', 'box: 3']);

  await first.drop('box');
  expect(await listSandboxes(second)).toEqual(['default: 1']);
});

test('tells the others later what the store could not be told', async () => {
  const { state, first, second } = await openStore();
  state.lose = (script) => (script === 'writeRows' ? 'never sent' : undefined);
  await create(first, 'box');
  state.lose = once('sent later', 'writeRows');
  state.meanwhile = async () => void (await create(first, 'box'));

  await first.list();
  await first.list();

  expect(await listSandboxes(second)).toEqual(['default: 0', 'box: 2']);
});

test('puts no old row over a new one', async () => {
  const { state, open } = await createMemoryStore();
  const [slow, other, third] = [open(), open(), open()];
  await create(slow, 'box');
  state.lose = (script) => (script === 'writeRows' ? 'never sent' : undefined);
  await create(slow, 'box');
  await slow.list().catch(() => {});
  state.lose = () => undefined;
  await create(other, 'box');
  await other.list();

  expect(await listSandboxes(slow)).toEqual(['default: 0', 'box: 3']);
  expect(await listSandboxes(third)).toEqual(['default: 0', 'box: 3']);
});

test('shows the newest use of a sandbox, its own or that of another process', async () => {
  const { state, open } = await createMemoryStore();
  const [slow, other] = [open(), open()];
  await create(slow, 'own');
  await create(slow, 'box');
  state.lose = once('sent later', 'readRows');
  state.meanwhile = async () => {
    await create(slow, 'own');
    await create(slow, 'box');
    await create(other, 'box');
    await other.list();
    state.now += 1;
  };

  expect(await listSandboxes(slow)).toEqual(['default: 0', 'own: 2', 'box: 3']);
});

test('a drop lets only a sandbox expire that nobody uses again', async () => {
  const { state, streams, maps, first, second } = await openStore();
  await create(first, 'box');
  await create(first, 'other');

  await first.drop('box');
  await create(second, 'box', 'after');
  await create(first, 'box', 'after too');
  await first.drop('other');
  await new Promise(setImmediate);
  state.now += 10_001;

  expect(await listNames(first)).toEqual(['after', 'after too']);
  expect([...streams.keys()].filter((key) => key.includes('other'))).toEqual([]);

  state.now += 50_000;
  await create(first, 'later');
  expect([...maps.values()].filter((rows) => rows.has('other'))).toEqual([]);
});

test('asks the store for the rows that changed, and for all in pieces', async () => {
  const { sent, first, second } = await openStore();
  const names = Array.from({ length: 1_100 }, (_, index) => `box-${index}`);
  await Promise.all(names.map((name) => create(first, name)));
  await first.list();
  sent.splice(0);

  expect(await second.list()).toHaveLength(1_101);
  expect(sent.splice(0)).toEqual(['readRows', 'readRows']);
  await create(first, 'box-7');
  await first.list();
  sent.splice(0);
  expect((await second.list()).at(-1)).toMatchObject({ name: 'box-7', pets: 2 });
  expect(sent).toEqual(['readRows']);
});

test('a process that only reads a sandbox of another one writes nothing to the store', async () => {
  const { sent, first, second } = await openStore();
  await create(first, 'box');
  await first.list();
  sent.splice(0);

  expect(await second.read('box', ({ total }) => total)).toBe(1);

  expect(sent).not.toContain('writeRows');
});

test('notes no change when a list is as it was', async () => {
  const { first, second } = await openStore();
  await create(first, 'box');
  await second.list();

  for (const replica of [first, second]) {
    const { latest } = replica.revisions;
    await replica.list();
    expect(replica.revisions.latest).toBe(latest);
  }
});

test('lists sandboxes by their last use, and forgets those that are idle', async () => {
  const { state, maps, expiries, open, first, second } = await openStore({ ttl: 60_000 });
  await create(first, 'one');
  state.now += 30_000;
  await create(second, 'two');
  await first.list();
  state.now += 20_000;
  await create(first, 'one');
  await first.list();
  expect(await listSandboxes(second)).toEqual(['default: 0', 'two: 1', 'one: 2']);

  state.now += 45_000;
  for (const replica of [first, second, open()]) {
    expect(await listSandboxes(replica)).toEqual(['default: 0', 'one: 2']);
  }
  expect(await create(second, 'one')).toBe(3);
  await second.list();
  expect([...maps.values()].some((rows) => rows.has('two'))).toBe(false);
  expect(await create(second, 'two')).toBe(1);

  // The index goes with the last process that uses it.
  expect([...maps.keys()].filter((key) => !expiries.has(key))).toEqual([]);
  state.now += 61_000;
  expect(await listSandboxes(open())).toEqual(['default: 0']);
});

test('stores the pets that a test chose, and texts as they were sent, but no seeded pets and no keys', async () => {
  const { streams, maps, first, second } = await openStore({ start });
  const own = createStart([{ name: 'Own', categoryId: 1n }], 'fixture other');
  await create(first, 'seeded', 'my test-key ring');
  await send(first, 'seeded', { headers: { authorization: 'Basic test-key' } });
  await first.control('box', 'reset', { start: own, test: 'a test' });

  expect(await listNames(second)).toEqual(['Own']);
  expect(await second.read('box', ({ test: name }) => name)).toBe('a test');
  expect((await listNames(second, 'seeded')).at(-1)).toBe('my test-key ring');
  const stored = JSON.stringify([...streams, ...[...maps].map(([, rows]) => [...rows])]);
  // A message may name the default key.
  expect(stored).toMatch(/authorization[^,]{0,12}Basic \*\*\*/);
  expect(stored).not.toMatch(/Seeded|authorization[^,]{0,12}(?:Bearer|Basic) test-key/);
});

test('refuses pets beyond the share of a sandbox', async () => {
  const { first } = await openStore({ settings: { maxPetMemory: 16 * 500 } });
  await create(first, 'box');

  expect(await post(first, 'x'.repeat(500))).toContain('simulator_full');
  expect(await create(first, 'other', 'x'.repeat(450))).toBe(1);
});

test('keeps journals in a store, whatever their size', async () => {
  const { open } = await createMemoryStore();
  const [first, second] = [open({ settings: { maxJournalSize: 1 } }), open()];

  await createMany(first, 3);

  expect(await second.read('box', ({ journal }) => journal.length)).toBe(3);
  expect(await first.read('box', ({ journal }) => journal.length)).toBe(3);
});

test('reads sandboxes beyond its own limits from the store again', async () => {
  const { first } = await openStore({ settings: { maxSandboxes: 2 } });

  for (const expected of [1, 2]) {
    for (const name of ['one', 'two', 'three', 'four']) {
      expect(await create(first, name)).toBe(expected);
    }
  }
});

test('forgets no sandbox that waits for the store', async () => {
  const { state, first } = await openStore({ settings: { maxSandboxes: 2 } });
  let second: Promise<number> | undefined;
  state.lose = once('sent later');
  state.meanwhile = async () => {
    await Promise.all(['two', 'three', 'four'].map((name) => create(first, name)));
    second = create(first, 'one');
    await new Promise(setImmediate);
  };

  expect(await create(first, 'one')).toBe(1);
  expect(await second).toBe(2);
});

test('ignores what somebody else wrote to a log', async () => {
  const { state, streams, first, second } = await openStore();
  await create(first, 'box');
  for (const entries of streams.values()) {
    entries.push([`${state.now}-9`, ['by', 'somebody 1', 'command', 'text']]);
  }

  expect(await create(first, 'box')).toBe(2);
  expect(await create(second, 'box')).toBe(3);
});

test('wakes only those who wait for the sandbox that changed', async () => {
  const sandboxes = (await createMemoryStore()).open();
  const end = new AbortController();
  const woken: string[] = [];
  const waits = ['box', 'other', undefined].map(async (name) => {
    await sandboxes.revisions.wait(end.signal, name);
    woken.push(name ?? 'any');
  });

  await create(sandboxes, 'box');
  await Promise.race(waits);
  await new Promise(setImmediate);

  expect(woken).toEqual(['box', 'any']);
  end.abort();
  await Promise.all(waits);
});

/** Lists all exchanges, as the console does. */
function follow(sandboxes: StoreSandboxes) {
  const seen: string[] = [];
  const run = async () => {
    const input = { limit: 1_000 };
    const { signal } = new AbortController();
    const context = { sandboxes } as unknown as AdminContext;
    const changes = await changesRoute.listChanges.run(context, 'default', input, signal);
    if ('requests' in changes) {
      seen.splice(0);
      seen.push(...changes.requests.map(({ sandbox, number }) => `${sandbox} ${number}`));
    }
  };
  // As one call after another.
  let last = Promise.resolve();
  const poll = () => {
    last = last.then(run);
    return last;
  };
  return { seen, poll };
}

test('shows each exchange once to everybody who follows, whoever writes', async () => {
  const anyAct = fc.record({
    act: fc.constantFrom('box by first', 'box by second', 'other by first', 'list', 'one', 'two'),
    isAwaited: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { maxLength: 30 }), async (acts) => {
      const { first, second } = await openStore();
      const followers = [follow(second), follow(second)] as const;
      const run: Record<string, () => Promise<unknown>> = {
        'box by first': () => create(first, 'box'),
        'box by second': () => create(second, 'box'),
        'other by first': () => create(first, 'other'),
        list: () => first.list(),
        one: followers[0].poll,
        two: followers[1].poll,
      };
      const running: unknown[] = [];
      for (const { act, isAwaited } of acts) {
        const done = run[act]?.();
        running.push(isAwaited ? await done : done);
      }
      await Promise.all(running);
      await first.list();
      for (const { poll } of [...followers, ...followers]) {
        await poll();
      }

      const count = (word: string) => acts.filter(({ act }) => act.startsWith(word)).length;
      const list = (name: string) =>
        Array.from({ length: count(name) }, (_, at) => `${name} ${at + 1}`);
      const all = [...list('box'), ...list('other')].sort();
      expect(followers.map(({ seen }) => seen.toSorted())).toEqual([all, all]);
    }),
    { numRuns: 40 },
  );
});

test('tells who waits what this process changes, and what another one does', async () => {
  const { first, second } = await openStore();
  const { revisions } = second;
  /** Acts while somebody waits, and lists the sandboxes. */
  const findChanges = async (act: () => Promise<unknown>) => {
    const waiting = revisions.wait(new AbortController().signal);
    await act();
    await waiting;
    return second.list();
  };

  const sandboxes = await findChanges(() => create(second, 'box'));
  expect(sandboxes).toContainEqual(expect.objectContaining({ name: 'box', pets: 1 }));
  await create(first, 'other');
  await second.list();
  const others = () => Promise.all([create(first, 'third'), first.drop('other')]);
  const names = (await findChanges(others)).map(({ name }) => name);
  expect(names).toEqual(['default', 'box', 'third']);
});
