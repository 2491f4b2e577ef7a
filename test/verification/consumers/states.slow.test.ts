import { expect, test } from 'vitest';
import { readStateMap } from '../../../src/verification/consumers/state-map.js';
import { brokenVariants } from '../../providers/broken.js';
import type { Call } from '../../providers/call.js';
import { legalVariants } from '../../providers/legal.js';
import { Service } from '../../providers/service.js';
import { openProvider, openService, recording, variantNamed } from '../providers.js';
import { formatPact, getPets, verifyText, withAnyKey } from './pacts.js';

const getPet = {
  description: 'a pet',
  providerState: 'pet 7 exists',
  request: { method: 'GET', path: '/pets/7', headers: withAnyKey },
  response: { status: 200 },
};

const mapState = readStateMap(
  JSON.stringify({
    'pet 7 exists': { state: 'a pet exists', params: { status: 'sold' } },
    'pet 7 is gone': 'no pet has the identifier',
    'the shop is open': [],
    'nobody is signed in': 'the API key is not valid',
  }),
  'states.json',
);

test('an unknown state is inconclusive, named, and its request is not sent', async () => {
  const { service, recorded } = recording();
  const pact = formatPact('2.0.0', [getPet]);

  const { of, report } = await verifyText(await openService(service), pact);

  expect(of('a pet')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('nobody knows the provider state "pet 7 exists"'),
  });
  expect(report.outcome).toBe('inconclusive');
  expect(recorded.map(({ call }) => call.path)).not.toContain('/pets/7');
});

test('a mapped state sets up the pet, whose id takes the place of that in the path', async () => {
  const { service, recorded } = recording();
  const pact = formatPact('2.0.0', [getPet]);

  const { of } = await verifyText(await openService(service), pact, { mapState });

  expect(of('a pet')).toMatchObject({ verdict: 'passed', states: ['pet 7 exists'] });
  expect(recorded.map(({ call }) => call.path)).not.toContain('/pets/7');
});

test('a state may be mapped to nothing, to a missing pet, and to an invalid key', async () => {
  const pact = formatPact('2.0.0', [
    { ...getPets, providerState: 'the shop is open' },
    { ...getPet, description: 'no pet', providerState: 'pet 7 is gone', response: { status: 404 } },
    {
      ...getPets,
      description: 'no key',
      providerState: 'nobody is signed in',
      response: { status: 401 },
    },
  ]);

  const { report } = await verifyText(await openProvider(), pact, { mapState });

  expect(report.outcome).toBe('passed');
});

test('a wrong parameter of a state is inconclusive and says what is allowed', async () => {
  const state = { name: 'there are at least this many pets', params: { count: 'many' } };
  const pact = formatPact('3.0.0', [{ ...getPets, providerStates: [state] }]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a list of pets')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('count must be an integer from 0 to 100; got "many"'),
  });
});

test('a message is inconclusive', async () => {
  const pact = formatPact('4.0', [
    { type: 'Asynchronous/Messages', description: 'an event', contents: {} },
  ]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('an event')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('HTTP interactions only'),
  });
});

test('--read-only leaves out requests that create', async () => {
  const { service, recorded } = recording();
  const post = {
    description: 'a new pet',
    request: { method: 'POST', path: '/pets', headers: withAnyKey, body: {} },
    response: { status: 400 },
  };

  const { of } = await verifyText(
    await openService(service),
    formatPact('2.0.0', [post, getPets]),
    { readOnly: true },
  );

  expect(of('a new pet')).toMatchObject({ verdict: 'inconclusive', excludedBy: '--read-only' });
  expect(of('a list of pets')).toMatchObject({ verdict: 'passed' });
  expect(recorded.filter(({ call }) => call.method !== 'GET')).toEqual([]);
});

/** Responds to every createPet request with a status of its own, though it creates the pet. */
class WrongStatus extends Service {
  override async answer(call: Call) {
    const answer = await super.answer(call);
    return call.method === 'POST' && answer.status === 201 ? { ...answer, status: 200 } : answer;
  }
}

test('a state needs no more of createPet than an id', async () => {
  const pact = formatPact('2.0.0', [getPet]);

  const { of } = await verifyText(await openService(WrongStatus), pact, { mapState });

  expect(of('a pet')).toMatchObject({ verdict: 'passed' });
});

/** Rejects every pet. */
class NoCreation extends Service {
  override async answer(call: Call) {
    return super.answer(call.method === 'POST' ? { ...call, body: Buffer.from('{}') } : call);
  }
}

test('a state takes a listed pet where createPet does not create one', async () => {
  const pact = formatPact('2.0.0', [getPet]);

  const { of } = await verifyText(await openService(NoCreation), pact, { mapState });

  expect(of('a pet')).toMatchObject({ verdict: 'passed' });
});

class Empty extends NoCreation {
  protected override firstPets() {
    return [];
  }
}

test('a state that cannot be set up is inconclusive and shows the response', async () => {
  const pact = formatPact('2.0.0', [getPet]);

  const { of } = await verifyText(await openService(Empty), pact, { mapState });

  expect(of('a pet')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(
      /no pet can be created: POST \/pets returned 400 .*--category-id/,
    ),
  });
});

const availablePets = {
  ...getPets,
  description: 'available pets',
  providerStates: [{ name: 'a pet exists', params: { status: 'available' } }],
};

test('a state waits for a store that lags', async () => {
  const provider = await openProvider(variantNamed(legalVariants, 'replica-lags-behind'));

  const { of } = await verifyText(provider, formatPact('2.0.0', [getPet]), { mapState });

  expect(of('a pet')).toMatchObject({ verdict: 'passed' });
});

test('a state finds a category that the provider accepts', async () => {
  const provider = await openProvider(variantNamed(legalVariants, 'first-categories-retired'));
  const pact = formatPact('3.0.0', [
    {
      description: 'a new pet',
      providerStates: [{ name: 'a category exists' }],
      request: {
        method: 'POST',
        path: '/pets',
        headers: { ...withAnyKey, 'Content-Type': 'application/json' },
        body: { name: 'Rex', categoryId: 1 },
        generators: {
          body: {
            '$.categoryId': {
              type: 'ProviderState',
              // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact fills it in
              expression: '${categoryId}',
              dataType: 'INTEGER',
            },
          },
        },
      },
      response: { status: 201 },
    },
  ]);

  const { of } = await verifyText(provider, pact);

  expect(of('a new pet')).toMatchObject({ verdict: 'passed' });
});

test('only an interaction that uses the id of a pet needs it', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'id-named-otherwise'));

  const { of } = await verifyText(provider, formatPact('3.0.0', [availablePets, getPet]), {
    mapState,
  });

  expect(of('available pets')).toMatchObject({ verdict: 'passed' });
  expect(of('a pet')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('the created pet shows no id'),
  });
});

test('a state does not take a created pet that has lost its status', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'available-not-stored'));

  const { of } = await verifyText(provider, formatPact('3.0.0', [availablePets]));

  expect(of('available pets')).toMatchObject({ verdict: 'passed' });
});

test('a state that only needs a number of pets takes any success of createPet', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'undefined-in-json'));
  const state = { name: 'there are at least this many pets', params: { count: 100 } };
  const pact = formatPact('3.0.0', [{ ...availablePets, providerStates: [state] }]);

  const { of } = await verifyText(provider, pact);

  expect(of('available pets')).toMatchObject({ verdict: 'passed' });
});
