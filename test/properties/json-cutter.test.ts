import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonCutter, type JsonPath } from '../../src/engine/interface/json-cutter.js';

type Opens = (path: JsonPath) => '{' | '[' | undefined;

const opens: Opens = (path) => {
  if (path.length === 0) {
    return '{';
  }
  return path.length === 1 && path[0] === 'pets' ? '[' : undefined;
};

/** Cuts text that arrives in slices, and puts its pieces together again. */
function readCut(text: string, cuts: readonly number[], maxPiece = 1_000_000): unknown {
  const cutter = new JsonCutter({ opens, maxPiece });
  const fields = new Map<string | number, unknown>();
  const pets: unknown[] = [];
  let root: unknown;
  const add = (pieces: ReturnType<JsonCutter['push']>) => {
    for (const { path, text: value, opens: isOpened } of pieces) {
      const [field, place] = path;
      if (field === undefined) {
        root = isOpened ? fields : JSON.parse(value);
      } else if (place === undefined) {
        fields.set(field, isOpened ? pets : JSON.parse(value));
      } else {
        pets.push(JSON.parse(value));
      }
    }
  };
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  for (const [index, place] of [0, ...places].entries()) {
    add(cutter.push(text.slice(place, places[index] ?? text.length)));
  }
  add(cutter.end());
  return root === fields ? Object.fromEntries(fields) : root;
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });
const spaces = fc.constantFrom(undefined, 1, 2, '\t');
const value = fc.jsonValue({
  maxDepth: 2,
  stringUnit: fc.constantFrom('x', '"', '\\', '{', ']', ',', 'é'),
});
const document = fc.oneof(value, fc.record({ pets: fc.array(value, { maxLength: 4 }), a: value }));

test('puts any JSON together again, however it is cut', () => {
  fc.assert(
    fc.property(document, spaces, cuts, (written, space, places) => {
      const text = JSON.stringify(written, undefined, space);
      expect(readCut(text, places)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

/** The value of a text as JSON, or what is wrong with it. */
function tryRead(read: () => unknown): { readonly value?: unknown; readonly problem?: string } {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return { problem: (error as SyntaxError).message };
  }
}

test('accepts no text that is not JSON', () => {
  const character = fc.constantFrom(...'{}[],:"\\ 1ax');
  fc.assert(
    fc.property(
      document,
      fc.array(fc.tuple(fc.nat(), character), { maxLength: 4 }),
      cuts,
      (written, edits, places) => {
        let text = JSON.stringify(written);
        for (const [place, typed] of edits) {
          const at = place % (text.length + 1);
          text = `${text.slice(0, at)}${typed}${text.slice(at + (place % 2))}`;
        }
        const cut = tryRead(() => readCut(text, places));
        const whole = tryRead(() => JSON.parse(text));
        // JSON.parse takes the last of two equal keys; the cutter takes none.
        if (!cut.problem?.endsWith('occurs twice')) {
          expect(cut.value).toEqual(whole.value);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

test('rejects a key that occurs twice', () => {
  expect(() => readCut('{"a":1,"\\u0061":1}', [])).toThrow('the key "a" occurs twice');
});

test.each([
  ['{"a":1,1:2}', 'unexpected "1"'],
  ['{"a":1]', 'unexpected "]"'],
  ['{"pets":[1}', 'unexpected "}" in pets'],
  ['{"pets":[1,,2]}', 'unexpected "," in pets'],
  ['{} [1]', 'unexpected "["'],
  ['{"a":1', 'unexpected end'],
  [' ', 'it is empty'],
])('says what is wrong with %s', (text, problem) => {
  expect(() => readCut(text, [])).toThrow(new SyntaxError(problem));
});

test('rejects a piece that is too long, in one slice or in many', () => {
  const text = `{"pets":["${'x'.repeat(1_000)}"]}`;
  for (const places of [[], [20, 300, 600, 900]]) {
    expect(() => readCut(text, places, 1_000)).toThrow('at most 1000 characters');
  }
});

test('reads a text of any length from short pieces', () => {
  const pets = Array.from({ length: 1_000 }, (_, index) => `pet ${index}`);

  expect(readCut(JSON.stringify({ pets }), [], 20)).toEqual({ pets });
});
