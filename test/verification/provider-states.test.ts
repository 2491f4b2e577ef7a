import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import {
  providerStateNames,
  providerStates,
  setUpState,
  WrongState,
} from '../../src/verification/pact/provider-states.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import { createTransport } from '../../src/verification/provider/transport.js';
import { NotProved } from '../../src/verification/verdict.js';
import { type Interaction, interactions, statesOf } from './contract-file.js';

/** The names of the values that a request has `${name}` for. */
function injectedInto({ request }: Interaction): string[] {
  const expressions = JSON.stringify(request).matchAll(/"expression":"([^"]*)"/g);
  const names = [...expressions].flatMap(([, text = '']) => [...text.matchAll(/\$\{(\w+)\}/g)]);
  return names.map(([, name = '']) => name);
}

/** Pets of a fresh simulator, without a network. */
function openPets(readOnly = false): VerificationPets {
  const { fetch, apiKey } = createSimulator({ fixture: 'empty' });
  const transport = createTransport({ url: 'http://localhost/v1', timeout: 5_000, fetch });
  const provider = new Provider(transport, { valid: apiKey, invalid: 'no-key' }, readOnly);
  return new VerificationPets(new AnimalStore(provider), 1n, 'test');
}

describe('the states of an interaction', () => {
  test.each(interactions)('are set up as they say: $description', async (interaction) => {
    const pets = openPets();
    for (const change of statesOf(interaction)) {
      const { returns } = providerStates[change.state as keyof typeof providerStates];

      expect(Object.keys(await setUpState(change, pets))).toEqual(returns);
    }
  });

  test.each(interactions)('provide what is put into its request: $description', (interaction) => {
    const provided = statesOf(interaction).flatMap(({ state }): readonly string[] => {
      return providerStates[state as keyof typeof providerStates].returns;
    });

    expect(provided).toEqual(expect.arrayContaining(injectedInto(interaction)));
  });
});

test('no value is provided twice for one interaction', () => {
  for (const interaction of interactions) {
    const names = statesOf(interaction).flatMap(({ state }): readonly string[] => {
      return providerStates[state as keyof typeof providerStates].returns;
    });

    expect(new Set(names).size, interaction.description).toBe(names.length);
  }
});

test('every state is used by the contract', () => {
  const used = interactions.flatMap(statesOf).map(({ state }) => state);

  expect([...new Set(used)].sort()).toEqual([...providerStateNames].sort());
});

test('an interaction without a state needs no set-up', async () => {
  expect(await setUpState({ state: '', params: {} }, openPets())).toEqual({});
});

test.each([
  ['a unicorn exists', {}, 'They are "the API key is valid", '],
  ['toString', {}, 'is no provider state of this contract'],
  ['a pet exists', { status: 'eaten' }, 'one of available, pending, sold'],
  ['the category exists', { categoryId: 7 }, 'a string of digits'],
  ['the category exists', { categoryId: '9223372036854775808' }, 'a string of digits'],
  ['there are at least this many pets', {}, 'a whole number from 0 to 100'],
  ['there are at least this many pets', { count: 101 }, 'a whole number from 0 to 100'],
])('the state %s with %j is refused with the legal values', async (state, params, sentence) => {
  const error = await setUpState({ state, params }, openPets()).catch((thrown) => thrown);

  expect(error).toBeInstanceOf(WrongState);
  expect(error.message).toContain(sentence);
});

test('a state that takes a createPet is not proved where nothing may be created', async () => {
  const setUp = setUpState({ state: 'a pet exists', params: {} }, openPets(true));

  await expect(setUp).rejects.toBeInstanceOf(NotProved);
});
