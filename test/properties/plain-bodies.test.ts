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

/** Reads a text; returns the object, or the message without its position. */
function read(text: string): unknown {
  try {
    return readJsonObject(new TextEncoder().encode(text), '');
  } catch (error) {
    return (error as ServiceError).message.replace(/ position \d+/, '');
  }
}

/** Reads a text with the general reader: a leading space excludes the fast one, and changes nothing else. */
const readGenerally = (text: string) => read(` ${text}`);

const key = stringMatching(/^[A-Za-z]{1,8}$/);
const value = constantFrom('"Rex"', '"ü€𝄞\u007F"', '0', '-0', '-7', '9223372036854775808', '""');
const gap = constantFrom('', ' ', '\n\t', '\r\n');
const members = uniqueArray(tuple(key, value), {
  minLength: 1,
  maxLength: 5,
  selector: ([k]) => k,
});

test('both readers agree on plain bodies', () => {
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
  '=',
  '"name"',
  '"a\\u0062"',
  '"Rex"',
  '1',
  '01',
  '1.0',
  '{}',
);

test('both readers agree on texts that resemble plain bodies', () => {
  assert(
    property(string({ unit: piece, maxLength: 8 }), (inner) => {
      const text = `{${inner}}`;

      expect(read(text)).toEqual(readGenerally(text));
    }),
  );
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('reads what is JSON, except for repeated keys, and nothing else', () => {
  assert(
    property(string({ unit: piece, maxLength: 8 }), (inner) => {
      const text = `{${inner}}`;
      const got = readGenerally(text);

      expect(typeof got === 'object' || `${got}`.includes('occurs twice')).toBe(isJson(text));
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
  test(`both readers agree on ${body}`, () => {
    expect(read(body)).toEqual(readGenerally(body));
  });
}
