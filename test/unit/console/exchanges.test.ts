import { expect, test } from 'vitest';
import { classify, passes } from '../../../src/console/traffic/exchanges.js';
import type { Exchange } from '../../../src/engine/exchange.js';
import type { Note } from '../../../src/engine/notes.js';

const open: Note = { kind: 'open', point: 'list-order', choice: 'shuffled', section: '4.1' };
const refused: Note = { kind: 'refused', code: 'simulator_full' };
const forced = (applied: string, beyond = true): Note => ({ kind: 'scenario', applied, beyond });

test.for<[string, Note[]]>([
  ['promised', []],
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
  [{ operation: 'getPet' }, [2]],
  [{ status: '404' }, [2]],
  [{ status: '200' }, [1]],
  [{ status: 'reset' }, [4]],
  [{ status: '5xx' }, [3]],
  [{ status: 'failures' }, [2, 3, 4]],
  [{ note: 'list-order' }, [1]],
  [{ note: 'refused' }, [3]],
  [{ note: 'promised', operation: 'getPet' }, [2]],
])('the filter %j lets %j pass', ([filter, numbers]) => {
  const exchanges = [
    { number: 1, status: 200, operation: 'listPets', notes: [open, forced('fault=dribble')] },
    { number: 2, status: 404, operation: 'getPet', notes: [] },
    { number: 3, status: 501, notes: [refused] },
    { number: 4, status: 200, notes: [forced('code=503, fault=reset')] },
  ] as unknown as Exchange[];

  const passed = exchanges.filter((exchange) => passes(exchange, filter));

  expect(passed.map(({ number }) => number)).toEqual(numbers);
});
