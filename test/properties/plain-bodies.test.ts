import {
  assert,
  constantFrom,
  property,
  string,
  stringMatching,
  tuple,
  uniqueArray,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { ServiceError } from '../../src/engine/interface/errors.js';
import { readJsonObject } from '../../src/engine/interface/json.js';

/** What the reader makes of a text: the object, or the message without its place. */
function read(text: string): unknown {
  try {
    return readJsonObject(new TextEncoder().encode(text), '');
  } catch (error) {
    return (error as ServiceError).message.replace(/ position \d+/, '');
  }
}

/** A text that begins with a space is read in the general way, which leaves the space out of account. */
const readGenerally = (text: string) => read(` ${text}`);

const key = stringMatching(/^[A-Za-z]{1,8}$/);
const value = constantFrom('"Rex"', '"ü€𝄞\u007F"', '0', '-0', '-7', '9223372036854775808', '""');
const gap = constantFrom('', ' ', '\n\t', '\r\n');
const members = uniqueArray(tuple(key, value), {
  minLength: 1,
  maxLength: 5,
  selector: ([k]) => k,
});

test('reads a plain body as it reads any other', () => {
  assert(
    property(members, gap, (list, space) => {
      const text = `{${list.map((member) => `${space}"${member.join(`"${space}:${space}`)}${space}`)}}`;

      expect(read(text)).toEqual(readGenerally(text));
      expect(read(text)).toBeTypeOf('object');
    }),
  );
});

const piece = constantFrom(
  '{',
  '}',
  ',',
  ':',
  '"name"',
  '"a\\u0062"',
  '"Rex"',
  '1',
  '01',
  '1.0',
  '{}',
);

test('reads a text like a plain body as it reads any other', () => {
  assert(
    property(string({ unit: piece, maxLength: 8 }), (inner) => {
      const text = `{${inner}}`;

      expect(read(text)).toEqual(readGenerally(text));
    }),
  );
});

for (const body of [
  '{"constructor":1,"toString":"x"}',
  '{"name":"Rex","name":"Rex"}',
  '{"name":"Rex",}',
  '{"name":"Rex"}}',
  '{"name":"Rex"} ',
  '{"n":1e2}',
  '{"__proto__":1}',
]) {
  test(`reads as any other: ${body}`, () => {
    expect(read(body)).toEqual(readGenerally(body));
  });
}
