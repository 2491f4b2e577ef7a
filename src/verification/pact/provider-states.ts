import { readInt64 } from '../../engine/interface/int64.js';
import { isPetStatus, type PetStatus, petStatuses } from '../../engine/pets/pet.js';
import { findUnusedId, type VerificationPets } from '../provider/pets.js';

/** What a verifier asks for before an interaction; Pact's words. */
export interface StateChange {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Values for the interaction's request. Integers are strings of digits: as numbers they would round. */
export type StateValues = Readonly<Record<string, string>>;

interface ProviderState {
  /** Its parameters, in words; empty when it has none. */
  readonly parameters: string;
  /** What a team's own implementation of the state has to see to. */
  readonly meaning: string;
  /** The names of the values that it returns. */
  readonly returns: readonly string[];
  readonly setUp: (
    pets: VerificationPets,
    params: StateChange['params'],
  ) => Promise<StateValues> | StateValues;
}

/** A parameter of a state isn't what it has to be. */
export class WrongState extends Error {
  override readonly name = 'WrongState';
}

function statusOf({ status }: StateChange['params']): PetStatus | undefined {
  if (status === undefined || isPetStatus(status)) {
    return status;
  }
  throw new WrongState(`status has to be one of ${petStatuses.join(', ')}, or left out.`);
}

function countOf({ count }: StateChange['params']): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 100) {
    return count;
  }
  throw new WrongState('count has to be a whole number from 0 to 100.');
}

function categoryOf({ categoryId }: StateChange['params']): bigint {
  const read = typeof categoryId === 'string' ? readInt64(categoryId) : undefined;
  if (read === undefined) {
    throw new WrongState('categoryId has to be an int64 as a string of digits, such as "7".');
  }
  return read;
}

/** The provider states of the contract: few, and each can be set up through createPet. */
export const providerStates = {
  'the API key is valid': {
    parameters: '',
    meaning: 'The service accepts the key that is returned.',
    returns: ['apiKey'],
    setUp: ({ store }) => ({ apiKey: store.provider.keys.valid }),
  },
  'the API key is not valid': {
    parameters: '',
    meaning: 'The service does not accept the key that is returned.',
    returns: ['apiKey'],
    setUp: ({ store }) => ({ apiKey: store.provider.keys.invalid }),
  },
  'a category exists': {
    parameters: '',
    meaning: 'Pets can be created with the category that is returned.',
    returns: ['categoryId'],
    setUp: ({ categoryId }) => ({ categoryId: String(categoryId) }),
  },
  'the category exists': {
    parameters: '`categoryId`: a string of digits',
    meaning: 'Pets can be created with this very category.',
    returns: ['categoryId'],
    setUp: async (pets, params) => {
      const categoryId = categoryOf(params);
      await pets.withCategory(categoryId);
      return { categoryId: String(categoryId) };
    },
  },
  'a pet exists': {
    parameters: '`status`, optional: one of the three; without it, the pet was created without one',
    meaning: 'There is such a pet; its identifier is returned.',
    returns: ['petId'],
    setUp: async (pets, params) => ({
      petId: String((await pets.withStatus(statusOf(params))).id),
    }),
  },
  'no pet has the identifier': {
    parameters: '',
    meaning: 'No pet has the identifier that is returned.',
    returns: ['petId'],
    setUp: async (pets) => ({ petId: String(await findUnusedId(pets.store)) }),
  },
  'there are at least this many pets': {
    parameters: '`count`: a number up to 100',
    meaning: 'The store has at least so many pets.',
    returns: [],
    setUp: async (pets, params) => {
      await pets.atLeast(countOf(params));
      return {};
    },
  },
} as const satisfies Readonly<Record<string, ProviderState>>;

type ProviderStateName = keyof typeof providerStates;

export const providerStateNames = Object.keys(providerStates) as ProviderStateName[];

/**
 * Sets a state up through the provider's own createPet.
 *
 * @throws {WrongState} when the state or a parameter isn't one of the contract's
 * @throws {NotProved} when it can't be set up at this provider
 */
export async function setUpState(
  { state, params }: StateChange,
  pets: VerificationPets,
): Promise<StateValues> {
  // An interaction without a state is announced all the same.
  if (state === '') {
    return {};
  }
  const known: ProviderState | undefined = Object.hasOwn(providerStates, state)
    ? providerStates[state as ProviderStateName]
    : undefined;
  if (known === undefined) {
    const names = providerStateNames.map((name) => JSON.stringify(name)).join(', ');
    throw new WrongState(
      `${JSON.stringify(state)} is no provider state of this contract. They are ${names}.`,
    );
  }
  return known.setUp(pets, params);
}
