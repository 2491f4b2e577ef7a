import { expect, test } from 'vitest';
import { badRequest, type Call } from '../providers/call.js';
import { type Fields, somePets } from '../providers/pet.js';
import { Service } from '../providers/service.js';
import { judgedBy, trialOf } from './laws-trial.js';

const names = 'a name comes back as it was sent';

const refusing = (names: RegExp) =>
  new (class extends Service {
    protected override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (names.test(name)) throw badRequest('name is not acceptable.');
      return name;
    }
  })();

test.each([
  ['emoji', /\p{Extended_Pictographic}/u],
  ['letters beyond ASCII', /[^\0-\u007f]/],
  ['markup', /[<>&]/],
  ['quotes', /["']/],
])('names with %s may be refused', async (_what, refused) => {
  expect(await judgedBy(names, trialOf(refusing(refused)))).toMatchObject({ verdict: 'held' });
});

test('where only plain names are accepted, names are not proved', async () => {
  const trial = trialOf(refusing(/[^\w\s-]/));

  expect(await judgedBy(names, trial)).toMatchObject({ verdict: 'not proved' });
});

test('a trait that is changed is found though another is refused', async () => {
  class Escaping extends Service {
    protected override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (/\p{Extended_Pictographic}/u.test(name)) throw badRequest('No emoji.');
      return name.replaceAll('<', '&lt;');
    }
  }

  expect(await judgedBy(names, trialOf(new Escaping()))).toMatchObject({ verdict: 'broken' });
});

test('a body that is read by a pattern instead of as JSON is found', async () => {
  class Matching extends Service {
    protected override fieldsOf(call: Call): Fields {
      if (!/^\{"name":/.test(`${call.body}`)) throw badRequest('name comes first.');
      return super.fieldsOf(call);
    }
  }

  const judged = await judgedBy('a body is read as JSON', trialOf(new Matching()));

  expect(judged).toMatchObject({ verdict: 'broken', section: '1' });
});

/** 150 pets, none of them pending; what is refused is stored all the same, if so wished. */
const large = (stores: boolean) =>
  new (class extends Service {
    protected override firstPets() {
      return somePets(150).map((pet) => ({ ...pet, status: 'sold' as const }));
    }

    protected override newPetOf(fields: Fields) {
      if (stores && fields.categoryId === undefined && typeof fields.name === 'string') {
        this.added({ name: fields.name, categoryId: 1n, status: this.statusOf(fields.status) });
      }
      return super.newPetOf(fields);
    }
  })();

test.each([
  ['held', false],
  ['broken', true],
])(
  'that a refused call creates nothing is %s in a store beyond one page',
  async (verdict, stores) => {
    expect(await judgedBy('a call that is refused', trialOf(large(stores)))).toMatchObject({
      verdict,
    });
  },
);

test('never are more pets created than were asked for, however far the list lags behind', async () => {
  class Hidden extends Service {
    protected override firstPets() {
      return [];
    }

    protected override page() {
      return [];
    }
  }
  const { pets, store } = trialOf(new Hidden());

  await pets.atLeast(5);
  await pets.atLeast(7);

  expect(store.provider.createdPets).toBe(7);
});
