import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { badRequest, type Call, Refusal } from './providers/call.js';
import type { Fields } from './providers/pet.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

const invalid = 'rejects an invalid body, whatever its type, encoding, size and depth';
const surrogate = 'a name that is no Unicode text';

test('passes a provider that rejects large bodies with 413', async () => {
  class Limited extends Service {
    override fieldsOf(call: Call): Fields {
      if (call.body.length > 100_000) throw new Refusal(413, 'too_large', 'The body is too large.');
      return super.fieldsOf(call);
    }
  }

  expect((await runNamedCheck(invalid, createContext(new Limited()))).verdict).toBe('passed');
});

test('fails a provider that completes a body of another type', async () => {
  class Lenient extends Service {
    override fieldsOf(call: Call): Fields {
      return call.headers['content-type'] === 'text/plain'
        ? { name: 'Rex', categoryId: new LosslessNumber('1') }
        : super.fieldsOf(call);
    }
  }

  expect(decidingCase(await runNamedCheck(invalid, createContext(new Lenient())))).toMatchObject({
    name: 'body of type text/plain',
    verdict: 'failed',
    evidence: { expected: '400 or 415 with an Error', receivedStatus: 201 },
  });
});

test('is inconclusive where a large body gets no response', async () => {
  class Closing extends Service {
    override async answer(call: Call) {
      if (call.body.length > 100_000) throw new TypeError('fetch failed');
      return super.answer(call);
    }
  }

  expect(decidingCase(await runNamedCheck(invalid, createContext(new Closing())))).toMatchObject({
    name: 'body of 130 kB',
    verdict: 'inconclusive',
    reason: expect.stringContaining('it may be the limit for bodies (section 8)'),
  });
});

/** Creates a service that stores `replace(name)` for a name with half a surrogate pair. */
const replacing = (replace: (name: string) => string) =>
  new (class extends Service {
    override nameOf(value: unknown): string {
      const name = super.nameOf(value);
      return /\p{Surrogate}/u.test(name) ? replace(name) : name;
    }
  })();

test.each<[verdict: string, what: string, replace: (name: string) => string]>([
  ['passed', 'is kept', (name) => name],
  ['advice', 'is replaced', (name) => name.replace('\ud83d', '\ufffd')],
  [
    'passed',
    'is rejected',
    () => {
      throw badRequest('name must be Unicode.');
    },
  ],
])('%s: half a surrogate pair %s', async (verdict, _, replace) => {
  expect((await runNamedCheck(surrogate, createContext(replacing(replace)))).verdict).toBe(verdict);
});
