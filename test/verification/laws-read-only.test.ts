import { expect, test } from 'vitest';
import { Service } from '../providers/service.js';
import { judgedBy, trialOf } from './laws-trial.js';

test.each([
  'every answer is JSON',
  'every documented error',
  'a key that is nearly right',
  'sent in another form',
  'every call needs its key',
  'without a valid key the answer is 401',
])('what holds for reading alone is not proved: %s', async (words) => {
  expect(await judgedBy(words, trialOf(new Service(), { readOnly: true }))).toMatchObject({
    verdict: 'not proved',
    reason:
      'it holds for listPets and getPet; createPet was not called, as --read-only was asked for',
  });
});

test('what is broken in reading is broken all the same', async () => {
  class Open extends Service {
    protected override isAllowed() {
      return true;
    }
  }

  expect(
    await judgedBy('every call needs its key', trialOf(new Open(), { readOnly: true })),
  ).toMatchObject({ verdict: 'broken', evidence: { sent: 'GET /pets without a key' } });
});

test('where no pet was created, none is proved to stay', async () => {
  const trial = trialOf(new Service(), { readOnly: true });

  expect(await judgedBy('still there at the end', trial)).toMatchObject({ verdict: 'not proved' });
});

test('where no pet is listed, none is proved to read as it is listed', async () => {
  class Empty extends Service {
    protected override firstPets() {
      return [];
    }
  }
  const trial = trialOf(new Empty(), { readOnly: true });

  expect(await judgedBy('getPet tells of a pet', trial)).toMatchObject({ verdict: 'not proved' });
});
