import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInt64, readJsonInt64 } from '../../../src/base/int64.js';
import { openFetch } from '../../support/behaviour.js';
import { int64, largest, smallest } from '../engine/engine.js';

/** JSON spellings of an integer: plain, with a zero fraction, and with exponents of either sign. */
function spellingsOf(value: bigint): fc.Arbitrary<string> {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value);
  if (value === 0n) {
    return fc.constantFrom('0', '-0', '0.0', '0e5', '0.00E-7', '-0e+0');
  }
  const zeros = fc.nat(5).map((count) => '0'.repeat(count));
  const any = fc.tuple(zeros, zeros, fc.nat(), fc.constantFrom('e', 'E', 'e+', 'E+'));
  return any.map(([padding, leading, place, letter]) => {
    const padded = digits + padding;
    // The point may stand before, within or behind the digits.
    const point = place % (padded.length + 1);
    const [whole, fraction] = [padded.slice(0, point), padded.slice(point)];
    const mantissa =
      whole === '' ? `0.${leading}${fraction}` : `${whole}${fraction && `.${fraction}`}`;
    const power = digits.length - point + (whole === '' ? leading.length : 0);
    const exponent = power < 0 ? `${letter[0]}-${leading}${-power}` : `${letter}${leading}${power}`;
    return sign + mantissa + (power === 0 && letter.length === 1 ? '' : exponent);
  });
}

const spelled = fc
  .oneof(int64, fc.constantFrom(smallest, largest, 0n, 2n ** 53n + 1n, 10n ** 18n))
  .chain((value) => fc.tuple(fc.constant(value), spellingsOf(value)));

test('returns any int64 in any spelling digit for digit', async () => {
  await fc.assert(
    fc.asyncProperty(spelled, async ([value, spelling]) => {
      const client = await openFetch({ fixture: 'empty' });
      const pet = `{"id":1,"name":"Rex","categoryId":${value}}`;

      const created = await client.post('/pets', `{"name":"Rex","categoryId":${spelling}}`);

      expect([created.status, created.text]).toEqual([201, pet]);
      expect((await client.get('/pets')).text).toBe(`[${pet}]`);
    }),
    { numRuns: 100 },
  );
});

/** Any JSON number, as text; exponents are within what an oracle can calculate with. */
const digits = fc.stringMatching(/^[0-9]{1,25}$/);
const jsonNumber = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,24}$/)),
    fraction: fc.option(fc.oneof(digits, fc.stringMatching(/^0{1,8}$/)), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
  })
  .map(({ sign, whole, fraction, exponent }) => {
    const point = fraction === undefined ? '' : `.${fraction}`;
    return `${sign}${whole}${point}${exponent === undefined ? '' : `e${exponent}`}`;
  });

/** Exact arithmetic: the number as a fraction of two integers. */
function oracle(text: string): bigint | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(text) ?? [];
  const power = BigInt(exponent) - BigInt(fraction.length);
  const numerator = BigInt(`${whole}${fraction}`) * (power > 0n ? 10n ** power : 1n);
  const denominator = power < 0n ? 10n ** -power : 1n;
  if (numerator % denominator !== 0n) {
    return undefined;
  }
  const value = (numerator / denominator) * (sign === '-' ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

test('readJsonInt64 agrees with exact arithmetic on any JSON number', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        jsonNumber,
        spelled.map(([, spelling]) => spelling.toLowerCase().replace('+', '')),
      ),
      (text) => {
        expect(readJsonInt64(text)).toBe(oracle(text));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('readJsonInt64 and exact arithmetic agree around both ends of int64', () => {
  const offset = fc.bigInt({ min: -1000n, max: 1000n });
  fc.assert(
    fc.property(fc.constantFrom(smallest, largest), offset, (end, by) => {
      const text = String(end + by);
      expect(readJsonInt64(text)).toBe(oracle(text));
      expect(readInt64(text)).toBe(oracle(text));
    }),
  );
});

test('readInt64 accepts only canonical decimal digits within int64', () => {
  const text = fc.oneof(fc.string(), jsonNumber, int64.map(String), fc.bigInt().map(String));
  fc.assert(
    fc.property(text, (candidate) => {
      const canonical = /^-?\d+$/.test(candidate) && String(BigInt(candidate)) === candidate;
      const expected = canonical || candidate === '-0' ? oracle(candidate) : undefined;
      expect(readInt64(candidate)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
