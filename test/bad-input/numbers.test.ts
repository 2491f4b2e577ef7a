import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const withCategory = (spelling: string) => `{"name":"Rex","categoryId":${spelling}}`;

/** Spellings of int64 integers, and the digits that come back. */
const integers: [spelling: string, digits: string][] = [
  ['1.0', '1'],
  ['1.000', '1'],
  ['-0', '0'],
  ['0.0', '0'],
  ['-0.0e5', '0'],
  ['0e999999999999999999999', '0'],
  ['1e3', '1000'],
  ['1E+03', '1000'],
  ['1.5e1', '15'],
  ['1500e-2', '15'],
  ['0.00015e5', '15'],
  ['-20e-1', '-2'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775807.0', '9223372036854775807'],
  ['9.223372036854775807e18', '9223372036854775807'],
  ['9007199254740993', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['-9223372036854775808000e-3', '-9223372036854775808'],
];

for (const [spelling, digits] of integers) {
  behaviour(`stores the categoryId ${spelling} as ${digits}`, async (open) => {
    const client = await open();

    const created = await sendBody(client, withCategory(spelling));
    const read = await client.get('/pets/51');

    expect(created.status).toBe(201);
    expect(created.text).toBe(`{"id":51,"name":"Rex","categoryId":${digits}}`);
    expect(read.text).toBe(created.text);
  });
}

const notInt64 = [
  '1.5',
  '-0.5',
  '1e-1',
  '15e-1',
  '1e19',
  '1e400',
  '-1e400',
  '1e999999999999999999999',
  '1e-400',
  '9223372036854775808',
  '9223372036854775807.5',
  '9.223372036854775808e18',
  '-9223372036854775809',
  '18446744073709551615',
  '99999999999999999999999999999999',
];

for (const spelling of notInt64) {
  behaviour(`rejects the categoryId ${spelling}, which is not an int64`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, withCategory(spelling)), [
      'categoryId must be an int64 integer (section 2)',
      `got ${spelling} (a number)`,
      'section 2',
    ]);
  });
}

/** What other languages take for a number, and JSON doesn't. */
const notJson = ['01', '+1', '.5', '1.', '1e', '0x10', '1_000', 'NaN', '-Infinity', '2n', '-', '٣'];

for (const spelling of notJson) {
  behaviour(`rejects the categoryId ${spelling}, which is not JSON`, async (open) => {
    const client = await open();
    const words = ["The body can't be read as JSON", 'section 4.2', 'Send a NewPet'];
    await expectRefused(client, () => sendBody(client, withCategory(spelling)), words);
  });
}

behaviour('quotes only the beginning of a long number', async (open) => {
  const client = await open();
  const answer = await sendBody(client, withCategory('9'.repeat(10_000)));
  expect(answer.status).toBe(400);
  expect(answer.json.message).toContain('99999…');
  expect(answer.json.message.length).toBeLessThan(300);
});
