import { expect, test } from 'vitest';
import { formatStatus, passes, type RowFilter, toRow } from '../../../src/console/traffic/log.js';
import type { Exchange, Note } from '../../../src/console/types.js';

/** A row of an exchange of the default sandbox. */
const createRow = (fields: Partial<Exchange>) =>
  toRow({
    number: 1,
    time: '2026-01-01T00:00:00.000Z',
    sandbox: 'default',
    method: 'GET',
    path: '/v1/pets',
    query: '',
    headers: {},
    status: 200,
    responseHeaders: {},
    notes: [],
    ...fields,
  } as unknown as Exchange);

const open: Note = { kind: 'open', point: 'list-order', choice: 'shuffled', section: '4.1' };
const forced = (applied: string, beyond = true): Note => ({ kind: 'scenario', applied, beyond });

test.for<[string, Partial<Exchange>]>([
  ['promised', {}],
  ['promised', { notes: [{ kind: 'deprecated', operation: 'getPet', section: '4.3' }] }],
  ['promised', { notes: [forced('code=404', false)] }],
  ['open', { notes: [open] }],
  ['beyond', { notes: [forced('code=503'), open] }],
  ['violation', { notes: [open, { kind: 'violation', section: '4.1' }] }],
  ['refused', { status: 501, notes: [{ kind: 'refused', code: 'simulator_full' }] }],
])('an answer is %s with %j', ([kind, fields]) => {
  expect(createRow(fields).kind).toBe(kind);
});

test.for([
  ['code=503', '503'],
  ['fault=truncate', '503'],
  ['fault=reset', 'reset'],
  ['code=503, fault=hang', 'hang'],
] as const)('shows what the client received with %s', ([applied, shown]) => {
  expect(formatStatus({ status: 503, notes: [forced(applied)] })).toBe(shown);
});

test.for<[RowFilter, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ operation: 'getPet' }, [2]],
  [{ status: '404' }, [2]],
  [{ status: '5' }, [3]],
  [{ status: 'failed' }, [2, 3, 4]],
  [{ note: 'list-order' }, [1]],
  [{ note: 'refused' }, [3]],
  [{ note: 'promised', operation: 'getPet' }, [2]],
])('the filter %j lets %j pass', ([filter, numbers]) => {
  const rows = [
    createRow({ number: 1, operation: 'listPets', notes: [open, forced('fault=dribble')] }),
    createRow({ number: 2, operation: 'getPet', status: 404 }),
    createRow({ number: 3, status: 501, notes: [{ kind: 'refused', code: 'simulator_full' }] }),
    createRow({ number: 4, notes: [forced('fault=reset')] }),
  ];

  const passed = rows.filter((row) => passes(row, filter));

  expect(passed.map(({ exchange }) => exchange.number)).toEqual(numbers);
});
