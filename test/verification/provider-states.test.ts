import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import {
  providerStateNames,
  providerStates,
  setUpState,
} from '../../src/verification/pact/provider-states.js';
import type { VerificationPets } from '../../src/verification/provider/pets.js';
import { Inconclusive } from '../../src/verification/result.js';
import { createPets, createProviderWith } from './check-context.js';
import { type Interaction, interactions, statesOf } from './contract-file.js';

/** Finds the names of the values that a request contains as `${name}`. */
function findInjected({ request }: Interaction): string[] {
  const expressions = JSON.stringify(request).matchAll(/"expression":"([^"]*)"/g);
  const names = [...expressions].flatMap(([, text = '']) => [...text.matchAll(/\$\{(\w+)\}/g)]);
  return names.map(([, name = '']) => name);
}

/** Pets of a fresh simulator, without a network. */
function openPets(readOnly = false): VerificationPets {
  const { fetch, apiKey } = createSimulator({ fixture: 'empty' });
  return createPets(createProviderWith(fetch, { apiKey, readOnly }));
}

describe('the states of an interaction', () => {
  test.each(interactions)('return their values: $description', async (interaction) => {
    const pets = openPets();
    for (const change of statesOf(interaction)) {
      const { returns } = providerStates[change.state as keyof typeof providerStates];

      expect(Object.keys(await setUpState(change, pets))).toEqual(returns);
    }
  });

  test.each(interactions)('return the values of its request: $description', (interaction) => {
    const provided = statesOf(interaction).flatMap(({ state }): readonly string[] => {
      return providerStates[state as keyof typeof providerStates].returns;
    });

    expect(provided).toEqual(expect.arrayContaining(findInjected(interaction)));
  });
});

test('no interaction receives a value twice', () => {
  for (const interaction of interactions) {
    const names = statesOf(interaction).flatMap(({ state }): readonly string[] => {
      return providerStates[state as keyof typeof providerStates].returns;
    });

    expect(new Set(names).size, interaction.description).toBe(names.length);
  }
});

test('the contract uses every state', () => {
  const used = interactions.flatMap(statesOf).map(({ state }) => state);

  expect([...new Set(used)].sort()).toEqual([...providerStateNames].sort());
});

test('sets up nothing for an interaction without a state', async () => {
  expect(await setUpState({ state: '', params: {} }, openPets())).toEqual({});
});

test.each([
  ['a unicorn exists', {}, 'must be one of "the API key is valid", '],
  ['toString', {}, 'got "toString"'],
  ['a pet exists', { status: 'eaten' }, 'one of available, pending, sold'],
  ['a category exists', { categoryId: 7 }, 'a string of digits'],
  ['a category exists', { categoryId: '9223372036854775808' }, 'a string of digits'],
  ['there are at least this many pets', {}, 'an integer from 0 to 100'],
  ['there are at least this many pets', { count: 101 }, 'an integer from 0 to 100'],
])('rejects a wrong state or parameter: %s, %j', async (state, params, sentence) => {
  const setUp = async () => setUpState({ state, params }, openPets());
  const error = await setUp().catch((thrown) => thrown);

  expect(error).toMatchObject({ code: 'bad_request' });
  expect(error.message).toContain(sentence);
});

test('is inconclusive for a state that needs createPet under --read-only', async () => {
  const setUp = async () => setUpState({ state: 'a pet exists', params: {} }, openPets(true));

  await expect(setUp()).rejects.toBeInstanceOf(Inconclusive);
});
