import { stringify } from 'lossless-json';
import { createBadRequest } from '../document/errors.js';
import { readInt64 } from '../document/int64.js';
import { isPetStatus, petStatuses } from '../document/pet.js';
import type { StateNeeds } from '../engine/control.js';

/** The parameters of a provider state, unchecked. */
export type StateParameters = Readonly<Record<string, unknown>>;

interface ProviderState {
  /** Describes its parameters; empty if it has none. */
  readonly parameters: string;
  /** What a team's own implementation of the state must ensure. */
  readonly meaning: string;
  /** The names of the values that it returns. */
  readonly returns: readonly string[];
  readonly plan: (params: StateParameters) => StateNeeds;
}

function planCategory({ categoryId }: StateParameters): StateNeeds {
  if (categoryId === undefined) {
    return { categoryId: 'any' };
  }
  const parsed = typeof categoryId === 'string' ? readInt64(categoryId) : undefined;
  if (parsed === undefined) {
    throw createBadRequest(
      `categoryId must be an int64 as a string of digits, such as "7"; got ${stringify(categoryId)}.`,
    );
  }
  return { categoryId: String(parsed) };
}

function planPet({ status }: StateParameters): StateNeeds {
  if (status !== undefined && !isPetStatus(status)) {
    throw createBadRequest(
      `status must be one of ${petStatuses.join(', ')}, or absent; got ${stringify(status)}.`,
    );
  }
  return { pet: status === undefined ? {} : { status } };
}

function planCount({ count }: StateParameters): StateNeeds {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 100) {
    throw createBadRequest(`count must be an integer from 0 to 100; got ${stringify(count)}.`);
  }
  return { count };
}

/** The states that contracts ask for, by their names in Pact. */
export const providerStates = {
  'the API key is valid': {
    parameters: '',
    meaning: 'The service accepts the returned key.',
    returns: ['apiKey'],
    plan: () => ({}),
  },
  'the API key is not valid': {
    parameters: '',
    meaning: 'The service rejects the returned key.',
    returns: ['apiKey'],
    plan: () => ({}),
  },
  'a category exists': {
    parameters: '`categoryId`, optional: a string of digits; if absent, any category',
    meaning: 'Pets can be created with the returned category.',
    returns: ['categoryId'],
    plan: planCategory,
  },
  'a pet exists': {
    parameters: '`status`, optional: one of the three; if absent, the pet was created without one',
    meaning: 'There is such a pet; its id is returned.',
    returns: ['petId'],
    plan: planPet,
  },
  'no pet has the identifier': {
    parameters: '',
    meaning: 'No pet has the returned id.',
    returns: ['petId'],
    plan: () => ({ unusedId: true }),
  },
  'there are at least this many pets': {
    parameters: '`count`: an integer from 0 to 100',
    meaning: 'The store has at least this many pets.',
    returns: [],
    plan: planCount,
  },
} as const satisfies Readonly<Record<string, ProviderState>>;

export type StateName = keyof typeof providerStates;

export const stateNames = Object.keys(providerStates) as StateName[];

function isStateName(text: string): text is StateName {
  return Object.hasOwn(providerStates, text);
}

/**
 * Plans a provider state: what it needs of a sandbox, or of a provider behind a URL.
 *
 * @param state as Pact names it; it also sends a change for an interaction without a state, with an empty name
 * @throws {SimulatorError} `bad_request` when the state or a parameter is wrong
 */
export function planState(state: string, params: StateParameters = {}): StateNeeds {
  if (state === '') {
    return {};
  }
  if (!isStateName(state)) {
    const names = stateNames.map((name) => JSON.stringify(name)).join(', ');
    throw createBadRequest(`state must be one of ${names}; got ${JSON.stringify(state)}.`);
  }
  return providerStates[state].plan(params);
}

/** Values for the interaction's request. Integers are strings of digits, because numbers would be rounded. */
export interface StateValues {
  apiKey?: string;
  categoryId?: string;
  petId?: string;
}

/** The keys that requests are sent with. */
interface StateKeys {
  readonly valid: string;
  readonly invalid: string;
}

/**
 * The values that a state returns to Pact.
 *
 * @param found what setting it up returned
 */
export function toValues(state: string, found: StateValues, keys: StateKeys): StateValues {
  switch (state) {
    case 'the API key is valid':
      return { apiKey: keys.valid };
    case 'the API key is not valid':
      return { apiKey: keys.invalid };
    default:
      return found;
  }
}
