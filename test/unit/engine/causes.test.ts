import { expect, test } from 'vitest';
import type { Note } from '../../../src/engine/notes.js';
import { findResponseKind } from '../../../src/engine/reason.js';

const look: Note = { kind: 'open', point: 'list-order', choice: 'shuffled', section: '4.1' };
const open: Note = { kind: 'open', point: 'empty-limit', choice: 'ignore', section: '7' };
const refused: Note = { kind: 'refused', code: 'simulator_full' };
const deprecated: Note = { kind: 'deprecated', operation: 'getPet', section: '4.3' };
const forced = (applied: string, beyond = true): Note => ({ kind: 'scenario', applied, beyond });

test.for<[cause: string, notes: Note[]]>([
  ['promised', []],
  ['promised', [look]],
  ['deprecated', [deprecated]],
  ['open', [deprecated, open]],
  ['promised', [forced('code=404', false)]],
  ['open', [open]],
  ['beyond', [forced('code=503'), open]],
  ['violation', [open, { kind: 'violation', section: '4.1' }]],
  ['mismatch', [{ kind: 'mismatch', section: '2', expected: 'a', received: 'b' }, deprecated]],
  ['refused', [refused]],
])('the cause of a response is %s with %j', ([cause, notes]) => {
  expect(findResponseKind(notes)).toBe(cause);
});
