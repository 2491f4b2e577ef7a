import { expect, test } from 'vitest';
import { countOutcomes } from '../../../src/console/simulator.js';
import { classify, passes } from '../../../src/console/traffic/exchanges.js';
import type { Exchange } from '../../../src/engine/exchange.js';
import type { Note } from '../../../src/engine/notes.js';
import { createSimulator } from '../../../src/index.js';

const look: Note = { kind: 'open', point: 'list-order', choice: 'shuffled', section: '4.1' };
const open: Note = { kind: 'open', point: 'empty-limit', choice: 'ignore', section: '7' };
const refused: Note = { kind: 'refused', code: 'simulator_full' };
const forced = (applied: string, beyond = true): Note => ({ kind: 'scenario', applied, beyond });

test.for<[string, Note[]]>([
  ['promised', []],
  ['promised', [look]],
  ['promised', [{ kind: 'deprecated', operation: 'getPet', section: '4.3' }]],
  ['promised', [forced('code=404', false)]],
  ['open', [open]],
  ['beyond', [forced('code=503'), open]],
  ['violation', [open, { kind: 'violation', section: '4.1' }]],
  ['refused', [refused]],
])('an answer is %s with %j', ([kind, notes]) => {
  expect(classify({ notes })).toBe(kind);
});

test.for<[Parameters<typeof passes>[1], number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ search: 'getPet' }, [2]],
  [{ search: '404' }, [2]],
  [{ search: 'dribble' }, [1]],
  [{ search: 'reset' }, [4]],
  [{ search: 'GET empty-limit' }, [1]],
  [{ search: 'Rex POST' }, [3]],
  [{ outcome: '4xx' }, [2]],
  [{ outcome: 'fault' }, [1, 4]],
  [{ outcome: 'refused' }, [3]],
  [{ search: 'promised', outcome: '4xx' }, [2]],
])('the filter %j lets %j pass', ([filter, numbers]) => {
  const get = { method: 'GET', path: '/v1/pets', query: '' };
  const exchanges = [
    { ...get, number: 1, status: 200, notes: [open, forced('fault=dribble')] },
    { ...get, number: 2, status: 404, operation: 'getPet', notes: [] },
    { ...get, method: 'POST', number: 3, status: 501, notes: [refused], body: 'rex' },
    { ...get, number: 4, status: 503, notes: [forced('code=503'), forced('fault=reset')] },
  ] as unknown as Exchange[];

  const passed = exchanges.filter((exchange) => passes(exchange, filter));

  expect(passed.map(({ number }) => number)).toEqual(numbers);
});

test('counts each exchange once, in one sandbox and in all', async () => {
  const { fetch, sandboxes } = createSimulator();
  const preferences = ['', 'code=404', 'code=503', 'fault=garbage', 'code=999'];
  for (const key of ['test-key', 'test-key.x', 'test-key.x']) {
    for (const Prefer of preferences) {
      await fetch('/v1/pets', { headers: { Authorization: `Bearer ${key}`, Prefer } });
    }
  }
  const all = new Map((await sandboxes()).map((one) => [one.name, one]));
  const count = (sandbox?: string) => countOutcomes(all, sandbox).map(([, number]) => number);

  expect([count('default'), count('x'), count()]).toEqual(
    [1, 2, 3].map((each) => preferences.map(() => each)),
  );
});
