import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

test.each([
  'every response is JSON',
  'every documented error',
  'a key similar to the valid one',
  'sent as a bearer token',
  'every request needs a valid key',
  'a request without a valid key gets 401',
])('is inconclusive if only GET passed: %s', async (words) => {
  expect(
    await runNamedCheck(words, createContext(new Service(), { readOnly: true })),
  ).toMatchObject({
    verdict: 'inconclusive',
    cases: expect.arrayContaining([
      expect.objectContaining({
        verdict: 'inconclusive',
        reason: 'testing it needs createPet, which --read-only excludes',
      }),
    ]),
  });
});

test('fails if GET fails', async () => {
  class Open extends Service {
    protected override isAllowed() {
      return true;
    }
  }

  const result = await runNamedCheck(
    'every request needs a valid key',
    createContext(new Open(), { readOnly: true }),
  );

  expect(result.verdict).toBe('failed');
  expect(decidingCase(result)).toMatchObject({
    name: 'listPets without a key',
    evidence: { request: 'GET /pets without a key' },
  });
});
