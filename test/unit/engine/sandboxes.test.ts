import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { type Ask, engineOf, exchangeOn, omitDate } from './engine.js';

/** The ways to select a sandbox. */
const ways: ((name: string, ask: Ask) => Ask)[] = [
  (name, ask) => ({ ...ask, path: `/sandboxes/${name}${ask.path}` }),
  (name, ask) => ({
    ...ask,
    headers: { ...ask.headers, authorization: `Bearer test-key.${name}` },
  }),
];

const call: fc.Arbitrary<Ask> = fc.oneof(
  fc.string().map((name) => ({
    method: 'POST',
    path: '/v1/pets',
    body: JSON.stringify({ name, categoryId: 2, status: 'sold' }),
  })),
  fc.constantFrom<Ask>(
    { path: '/v1/pets' },
    { path: '/v1/pets', query: 'limit=0' },
    { path: '/v1/pets/1' },
    { path: '/v1/pets/5' },
    { path: '/v1/pets', headers: { prefer: 'code=503' } },
    { method: 'POST', path: '/v1/pets', body: '{"name":"Rex"}' },
    { method: 'DELETE', path: '/v1/pets/1' },
  ),
);
const calls = fc.array(fc.tuple(call, fc.constantFrom(...ways)), { maxLength: 20 });

test('responds the same with and without other sandboxes', () => {
  fc.assert(
    fc.property(calls, (asks) => {
      const open = () => engineOf(resolveChoices('default'));
      const [alone, shared, byDefault] = [open(), open(), open()];
      for (const [ask, select] of asks) {
        exchangeOn(shared, select('noise', ask));
        const [one, other] = [select('one', ask), ask];
        const answer = (engine: typeof shared, asked: typeof ask) =>
          omitDate(exchangeOn(engine, asked).reply);
        expect(answer(shared, one)).toEqual(answer(alone, one));
        expect(answer(shared, other)).toEqual(answer(byDefault, other));
      }
    }),
    { numRuns: 60 },
  );
});

test.for([
  ['authorization', 'Bearer another', 'Bearer ***'],
  ['authorization', 'another', '***'],
  ['authorization', 'Bearer ', 'Bearer '],
  ['proxy-authorization', 'Basic dXNlcg==', 'Basic ***'],
  ['cookie', 'session=1; user=2', '***'],
] as const)('keeps no secret of the header %s: %j', ([name, value, kept]) => {
  const engine = engineOf(resolveChoices('default'));

  expect(exchangeOn(engine, { headers: { [name]: value } }).headers[name]).toBe(kept);
});
