import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { runCheck } from '../../src/verify/checks/check.js';
import { reach } from './reach.js';

const integer = fc.constantFrom(
  '1',
  '1.0',
  '1.5',
  '-0',
  '0.1e1',
  '1e400',
  '1e1000000000',
  '1E-1000000000',
  '9223372036854775807',
  '9223372036854775808',
);
const status = fc.constantFrom('"available"', '"sold"', '"eaten"', 'null', '1', '{}');

/** Similar to a Pet, with members that are special in JavaScript. */
const pet = fc
  .tuple(integer, integer, status)
  .map(
    ([id, categoryId, own]) =>
      `{"id":${id},"name":"Rex","categoryId":${categoryId},"status":${own},"__proto__":{"id":1}}`,
  );
const error = integer.map((own) => `{"code":"c","message":"m","status":${own},"constructor":1}`);
const body = fc.oneof(
  fc.json(),
  fc.string(),
  pet,
  error,
  fc.array(pet).map((pets) => `[${pets.join()}]`),
);
const type = fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/html');
const answer = fc.record({
  status: fc.constantFrom(200, 201, 299, 400, 401, 404, 500, 599),
  type,
  body,
});

test('every check has a verdict, whatever the provider responds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1 }), async (answers) => {
      let calls = 0;
      const fetchNext = async () => {
        const next = answers[calls % answers.length];
        calls += 1;
        const headers = { 'Content-Type': next?.type ?? '' };
        return new Response(next?.body, { status: next?.status ?? 200, headers });
      };
      const provider = reach(fetchNext);

      const results = await Promise.all(allChecks.map((check) => runCheck(check, provider)));

      expect(results.map(({ verdict }) => verdict)).not.toContain(undefined);
    }),
    { numRuns: 30 },
  );
});
