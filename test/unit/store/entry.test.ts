import { expect, test } from 'vitest';
import { readData, readEntry, writeData } from '../../../src/store/entry.js';

test.for([
  [{ body: { id: 9_007_199_254_740_993n, name: 'Rex' } }],
  [{ text: '\u00017' }],
  [{ text: '\u0001\u00017', other: 'a\u00011' }],
])('writes and reads %o', ([value]) => {
  expect(readData(writeData(value))).toEqual(value);
});

test('redacts all texts, and none of its own words', () => {
  const command = {
    type: 'request',
    request: { method: 'GET', query: 'q=GET', body: '{"a":"GET"}' },
  };

  const text = writeData(command, (one) => one.replaceAll('GET', '***'));

  expect(text).toBe(
    '{"type":"request","request":{"method":"GET","query":"q=***","body":"{\\"a\\":\\"***\\"}"}}',
  );
});

test('reads the time, the writer and its counter', () => {
  const entry = readEntry(['1700000000000-3', ['by', 'abc 7', 'do', '[{"type":"drop"}]']]);

  expect(entry).toMatchObject({ time: 1_700_000_000_000, writer: 'abc', counter: 7 });
  expect(entry.commands).toEqual([{ type: 'drop' }]);
});
