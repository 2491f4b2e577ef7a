import fc from 'fast-check';

/** Where int64 and doubles end, and spellings of numbers that are hard to read. */
const numbers = fc.constantFrom(
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '-0',
  '1.0',
  '1.5',
  '1e3',
  '1e400',
  '-1E-400',
  '12e-1',
  '01',
  '+1',
  '1.',
  '.5',
  '0x10',
  'NaN',
  'null',
  '"1"',
  '[]',
  `1${'0'.repeat(400)}`,
);

const nasty = fc.constantFrom(
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e',
  '\u{1F408}',
  "'; DROP TABLE pets;--",
  '<script>',
  '',
  ' ',
);

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), nasty);
const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text, fc.bigInt().map(String));

/** Nearly a NewPet, or any other JSON. */
const json = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant({ name: 'Rex', categoryId: 2, status: 'sold', x: [{}] }) },
    {
      weight: 3,
      arbitrary: fc.record(
        { name: field, categoryId: field, status: field, id: field, more: field },
        { requiredKeys: [] },
      ),
    },
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(text, field, { maxKeys: 5 }),
  )
  .map((value) => JSON.stringify(value));

const character = fc.oneof(
  fc.constantFrom(...'"\\{}[]:,.-+eE0 \n\t\u00a0\uFEFF'),
  fc.string({ maxLength: 1 }),
);

/** JSON with a number replaced, or a part lost, doubled or replaced. */
export function mutate(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const replaced = fc
    .tuple(valid, numbers)
    .map(([whole, number]) => whole.replace(/-?\d+/, () => number));
  const edited = fc
    .tuple(valid, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), character)
    .map(([whole, place, lost, put]) => {
      const at = Math.floor(place * whole.length);
      return whole.slice(0, at) + put + whole.slice(at + lost);
    });
  const doubled = valid.map((whole) => whole.replace(/^\{(.*)\}$/s, '{$1,$1}'));
  return fc.oneof({ weight: 4, arbitrary: valid }, replaced, edited, doubled);
}

const depth = fc.constantFrom(5, 99, 100, 101, 3_000);
const size = fc.constantFrom(100, 4_096, 8_192, 9_000, 40_000);

/** Bytes that are no JSON text of a usual size. */
const odd = fc.oneof(
  depth.map((levels) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`),
  size.map((length) => `{"name":"${'x'.repeat(length)}","categoryId":1}`),
  fc.constantFrom('', ' ', '\n', '\ufeff{}', '{"name":"Rex","categoryId":2} ', '{}{}', '//', '{'),
);

const toBytes = (whole: string) => Buffer.from(whole, 'utf8').toString('latin1');

/** The body of a request in bytes, most of them near to a NewPet. */
export const serviceBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: mutate(json).map(toBytes) },
  { weight: 2, arbitrary: odd.map(toBytes) },
  mutate(json).map((whole) => Buffer.from(whole, 'utf16le').toString('latin1')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

/** A body that is right under all profiles. */
export const validPet: fc.Arbitrary<string> = fc
  .record({
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    categoryId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    status: fc.constantFrom('available', 'pending', 'sold'),
  })
  .map(({ name, categoryId, status }) =>
    toBytes(`{"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`),
  );
