import { expect, test } from 'vitest';
import { serviceOf } from './open-provider.js';
import { badRequest } from './providers/call.js';
import { refusingNames } from './providers/legal/requests.js';
import { type Fields, somePets } from './providers/pet.js';
import { Service } from './providers/service.js';
import { answering, changing, withBody } from './providers/variant.js';
import { findVerdict, reachService, runNamedCheck } from './reach.js';

const names = 'name and categoryId are returned as they were sent';

test.each([
  ['emoji', /\p{Extended_Pictographic}/u],
  ['quotes', /["']/],
])('is advice for a provider that rejects names with %s', async (_what, refused) => {
  const { verdict, cases } = await runNamedCheck(
    names,
    reachService(new (refusingNames((name) => refused.test(name)))()),
  );

  expect(verdict).toBe('advice');
  expect(cases.some((one) => one.verdict === 'passed')).toBe(true);
});

test('tests a category by itself where its name is rejected', async () => {
  class Narrow extends refusingNames((name) => name.includes('<')) {
    override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      // That of the name with markup.
      return categoryId === 65_536n ? 0n : categoryId;
    }
  }

  expect(await findVerdict(names, new Narrow())).toBe('failed');
});

test('rejects nothing for its name where only short names are accepted', async () => {
  class Lenient extends refusingNames((name) => !/^[a-z]{1,12}$/.test(name)) {
    override categoryOf(value: unknown) {
      return value === true ? 1n : super.categoryOf(value);
    }
  }

  expect(await findVerdict('a pet with true as categoryId', new Lenient())).toBe('failed');
});

/** 150 pets, none of them pending; stores rejected pets if requested. */
const large = (stores: boolean) =>
  new (class extends Service {
    override firstPets() {
      return somePets(150).map((pet) => ({ ...pet, status: 'sold' as const }));
    }

    override newPetOf(fields: Fields) {
      if (stores && fields.categoryId === undefined && typeof fields.name === 'string') {
        this.added({ name: fields.name, categoryId: 1n, status: this.statusOf(fields.status) });
      }
      return super.newPetOf(fields);
    }
  })();

test.each([
  ['passed', false],
  ['failed', true],
])(
  'the requirement that rejected requests create nothing %s in a store beyond one page',
  async (verdict, stores) => {
    const requirement = 'a rejected createPet request creates no pet';
    expect(await findVerdict(requirement, large(stores))).toBe(verdict);
  },
);

test('fails a provider that takes the id of a client, and rejects "$set"', async () => {
  class Strict extends serviceOf('A client that sends an id gets that id.') {
    override newPetOf(fields: Fields) {
      if (fields.$set !== undefined) throw badRequest('$set is unknown.');
      return super.newPetOf(fields);
    }
  }

  expect(await findVerdict('the service assigns the id', new Strict())).toBe('failed');
});

test('fails a provider that rejects a type in capitals with an HTML page', async () => {
  const Html = answering((answer, { headers }) =>
    headers['content-type'] === 'Application/JSON'
      ? { ...withBody(answer, '<h1>Bad Request</h1>', 'text/html'), status: 400 }
      : answer,
  );

  expect(await findVerdict('as clients send it', new Html())).toBe('failed');
});

test('creates no more pets than required, however far the list lags', async () => {
  const Hidden = changing('page', () => []);
  const provider = reachService(new Hidden());

  await provider.atLeast(5);
  await provider.atLeast(7);

  expect(provider.created.length).toBe(7);
});
