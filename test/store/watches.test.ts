import { EventEmitter } from 'node:events';
import type { Redis } from 'iovalkey';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../src/engine/sandbox/journal-entry.js';
import type { Replica } from '../../src/store/replica.js';
import { Watches } from '../../src/store/watches.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store whose sandboxes have exchanges; the test decides when it sends a message. */
function openStore() {
  const totals = new Map<string, number>();
  const caughtUp: string[] = [];
  let isReady = true;
  const replicaOf = (name: string) => {
    const total = totals.get(name) ?? 0;
    const journal = {
      total,
      *after(seen: number) {
        for (let number = seen + 1; number <= total; number += 1) {
          yield { sandbox: name, number } as JournalEntry;
        }
      },
    };
    return totals.has(name) ? ({ sandbox: { journal } } as unknown as Replica) : undefined;
  };
  const subscribe = async () => 1;
  const subscriber = Object.assign(new EventEmitter(), {
    ...{ subscribe, psubscribe: subscribe, unsubscribe: subscribe, punsubscribe: subscribe },
    disconnect: () => {},
  });
  const watches: Watches = new Watches({
    database: 0,
    connect: () => ({ client: subscriber as unknown as Redis, close: () => {} }),
    isReady: () => isReady,
    catchUp: async (name) => {
      caughtUp.push(name);
      watches.announce(name, replicaOf(name));
    },
    list: async (max) =>
      [...totals].slice(-max).map(([name, requests]) => ({
        ...{ name, requests, pets: 0, rules: 0 },
        test: undefined,
      })),
  });
  const send = (name: string, firstNumber: number) => {
    const channel = `animal-store:2:0:changed:${name}`;
    subscriber.emit('pmessage', '', channel, `1-1 ${firstNumber}`);
  };
  const goAway = () => {
    isReady = false;
  };
  return { totals, watches, send, caughtUp, goAway };
}

/** Listens to one sandbox or to all, and collects the reported exchanges. */
async function listen(watches: Watches, name?: string) {
  const reported: string[] = [];
  const stop = watches.add(name, undefined, (read) => {
    const { sandbox, number } = read();
    reported.push(`${sandbox} ${number}`);
  });
  await vi.advanceTimersByTimeAsync(0);
  return { reported, stop };
}

const poll = () => vi.advanceTimersByTimeAsync(10_000);

test('tells a stream of all sandboxes of exchanges whose messages were lost', async () => {
  const { totals, watches } = openStore();
  totals.set('old', 3);
  const { reported } = await listen(watches);

  totals.set('old', 5).set('new', 2);
  await poll();
  await poll();

  expect(reported).toEqual(['old 4', 'old 5', 'new 1', 'new 2']);
});

test('tells of exchanges once when their messages arrive late', async () => {
  const { totals, watches, send } = openStore();
  const { reported } = await listen(watches);

  totals.set('box', 2);
  await poll();
  send('box', 1);
  send('box', 2);
  totals.set('box', 3);
  send('box', 3);

  expect(reported).toEqual(['box 1', 'box 2', 'box 3']);
});

test('tells of an exchange that was listed before its message came', async () => {
  const { totals, watches, send } = openStore();
  totals.set('box', 2);
  const { reported } = await listen(watches);

  send('box', 2);
  send('box', 2);

  expect(reported).toEqual(['box 2']);
});

test('tells of all exchanges of a new sandbox when its first message was lost', async () => {
  const { totals, watches, send } = openStore();
  const { reported } = await listen(watches);

  totals.set('box', 2);
  send('box', 2);

  expect(reported).toEqual(['box 1', 'box 2']);
});

test('tells of a sandbox that began again', async () => {
  const { totals, watches, send } = openStore();
  totals.set('box', 3);
  const { reported } = await listen(watches);

  totals.delete('box');
  send('box', 0);
  totals.set('box', 1);
  await poll();

  expect(reported).toEqual(['box 1']);
});

test('never repeats exchanges when there are more sandboxes than it remembers', async () => {
  const { totals, watches, send } = openStore();
  for (let box = 0; box < 10_500; box += 1) {
    totals.set(`box-${box}`, 1);
  }
  const { reported } = await listen(watches);

  for (let box = 0; box < 1_000; box += 1) {
    totals.set(`box-${box}`, 2);
    send(`box-${box}`, 2);
  }
  await poll();
  await poll();

  expect(reported).toEqual(Array.from({ length: 1_000 }, (_, box) => `box-${box} 2`));
});

test('begins a stream of all sandboxes anew after the last one ended', async () => {
  const { totals, watches, send } = openStore();
  const first = await listen(watches);
  first.stop();

  totals.set('box', 2);
  send('box', 1);
  const second = await listen(watches);
  await poll();

  expect([first.reported, second.reported]).toEqual([[], []]);
});

test('tells who watches one sandbox of an exchange whose message was lost', async () => {
  const { totals, watches } = openStore();
  totals.set('box', 1);
  const { reported } = await listen(watches, 'box');

  totals.set('box', 2);
  await vi.advanceTimersByTimeAsync(2_000);

  expect(reported).toEqual(['box 2']);
});

test.for([
  ['the store goes away', ({ goAway }: ReturnType<typeof openStore>) => goAway()],
  ['the simulator closes', ({ watches }: ReturnType<typeof openStore>) => watches.close()],
] as const)('reads no further sandboxes when %s', async ([, end]) => {
  const store = openStore();
  const { totals, watches, caughtUp } = store;
  totals.set('one', 1).set('two', 1).set('three', 1);
  watches.add(undefined, undefined, () => end(store));
  await vi.advanceTimersByTimeAsync(0);

  totals.set('one', 2).set('two', 2).set('three', 2);
  await poll();

  expect(caughtUp).toEqual(['one']);
});
