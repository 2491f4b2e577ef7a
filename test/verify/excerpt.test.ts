import { expect, test } from 'vitest';
import { excerptBody } from '../../src/verify/excerpt.js';

const long = 'x'.repeat(200);
const excerpt = (body: unknown, path: string, problem = 'must be an int64') =>
  excerptBody(JSON.stringify(body), { path, problem }, 100);

test('shows a short body whole', () => {
  expect(excerpt([1, 2], '$[1]')).toBe('[1,2]');
});

test('shows the wrong element, and how many are before and after it', () => {
  const pets = Array.from({ length: 50 }, (_, id) => ({ id, name: 'Rex' }));

  expect(excerpt(pets, '$[0].id')).toBe('[{"id":0,"name":"Rex"}, … 49 after]');
  expect(excerpt(pets, '$[7].id')).toBe('[… 7 before, {"id":7,"name":"Rex"}, … 42 after]');
  expect(excerpt(pets, '$[49].id')).toBe('[… 49 before, {"id":49,"name":"Rex"}]');
});

test('shortens the strings before a wrong field', () => {
  expect(excerpt({ name: long, id: '7' }, '$.id')).toBe(`{"name":"${'x'.repeat(60)}…","id":"7"}`);
});

test('shows the wrong field first where others take the room', () => {
  const others = Array.from({ length: 30 }, (_, n) => [`field${n}`, n]);
  const shown = excerpt({ ...Object.fromEntries(others), id: '7' }, '$.id');

  expect(shown).toMatch(/^\{"id":"7","field0":0,.*…$/);
  expect(shown).toHaveLength(101);
});

test('leaves a field where it is that the object does not have', () => {
  const others = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, n]));

  expect(excerpt(others, '$.id')).toMatch(/^\{"field0":0,.*…$/);
});

test.each([[null], [long], [[long]]])(
  'shows the beginning of an element that is no object',
  (one) => {
    expect(excerpt([one, long], '$[0].id')).toBe(
      `[${JSON.stringify(one).slice(0, 87)}${one === null ? '' : '…'}, … 1 after]`,
    );
  },
);

test('begins shortly before what is not JSON, between two words', () => {
  const text = `{"note":"${'word '.repeat(40)}" !${long}`;
  const place = text.indexOf('!');
  const problem = `unexpected "!" at position ${place}`;

  const shown = excerptBody(text, { path: '$', problem }, 100);

  expect(shown).toMatch(/^… word word .*" !x+$/);
  expect(shown.indexOf('!')).toBeLessThanOrEqual(82);
});
