import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { type Call, Refusal } from './providers/call.js';
import type { Fields } from './providers/pet.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

const invalid = 'rejects every body that is not a NewPet';

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
    evidence: { expected: '400 with an Error', received: expect.stringMatching(/^201 /) },
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
