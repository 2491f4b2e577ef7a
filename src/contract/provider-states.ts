import { stringify } from 'lossless-json';
import { readInt64 } from '../base/int64.js';
import { omitUndefined } from '../base/json.js';
import { suggest } from '../base/nearest.js';
import { shorten } from '../base/text.js';
import { createBadRequest } from '../document/errors.js';
import { isPetStatus, petStatuses } from '../document/pet.js';
import { type KeyKind, keyForms, type NoOtherKey, type State } from '../document/requirements.js';

export type StateParameters = Readonly<Record<string, unknown>>;

export interface ProviderState {
  readonly name: StateName;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The pets that must exist, and the key that is returned. */
type SentState = State & { readonly key?: 'valid' | 'invalid' };

interface StateEntry {
  /** Describes its parameters; empty if it has none. */
  readonly parameters: string;
  /** Duty of a team's own implementation of the state. */
  readonly meaning: string;
  /** The names of the values that it returns. */
  readonly returns: readonly string[];
  /** @throws {SimulatorError} `bad_request` when a parameter is wrong */
  readonly read: (params: StateParameters) => SentState;
}

const createMistake = (name: string, expected: string, value: unknown, advice = '') =>
  createBadRequest(`${name} must be ${expected}; got ${shorten(`${stringify(value)}`)}.${advice}`);

/** The states that contracts ask for, by their names in Pact. */
export const providerStates = {
  'the API key is valid': {
    parameters: '',
    meaning: 'The service accepts the returned key.',
    returns: ['apiKey'],
    read: () => ({ key: 'valid' }),
  },
  'the API key is not valid': {
    parameters: '',
    meaning: 'The service rejects the returned key.',
    returns: ['apiKey'],
    read: () => ({ key: 'invalid' }),
  },
  'a category exists': {
    parameters: '`categoryId`, optional: a string of digits; if absent, any category',
    meaning: 'Pets can be created with the returned category.',
    returns: ['categoryId'],
    read: ({ categoryId = 'any' }) => {
      const id = typeof categoryId === 'string' ? readInt64(categoryId) : undefined;
      if (categoryId !== 'any' && id === undefined) {
        throw createMistake('categoryId', 'a string of digits, such as "7"', categoryId);
      }
      return { categoryId: id === undefined ? 'any' : String(id) };
    },
  },
  'a pet exists': {
    parameters: '`status`, optional: one of the three; if absent, the pet was created without one',
    meaning: 'There is such a pet; its id is returned.',
    returns: ['petId'],
    read: ({ status }) => {
      if (status !== undefined && !isPetStatus(status)) {
        throw createMistake('status', `one of ${petStatuses.join(', ')}, or absent`, status);
      }
      return { pet: omitUndefined({ status }) };
    },
  },
  'no pet has the identifier': {
    parameters: '',
    meaning: 'No pet has the returned id.',
    returns: ['petId'],
    read: () => ({ unusedId: true }),
  },
  'there are at least this many pets': {
    parameters: '`count`: an integer from 0 to 100',
    meaning: 'The store has at least this many pets.',
    returns: [],
    read: ({ count }) => {
      if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 100) {
        throw createMistake('count', 'an integer from 0 to 100', count);
      }
      return { count };
    },
  },
} as const satisfies Readonly<Record<string, StateEntry>>;

export type StateName = keyof typeof providerStates;

export const stateNames = Object.keys(providerStates) as StateName[];

export function writeStates(form: KeyKind, state: State): ProviderState[] {
  const { key } = keyForms[form];
  const { categoryId, pet, unusedId, count, ...others } = state;
  others satisfies NoOtherKey;
  /** The parameters of a state that is asked for; true if it has none. */
  const askedFor: Readonly<Record<StateName, ProviderState['params'] | boolean>> = {
    'the API key is valid': key === 'valid',
    'the API key is not valid': key === 'invalid',
    'a category exists': categoryId === 'any' || (categoryId !== undefined && { categoryId }),
    'a pet exists': pet && (pet.status === undefined || { status: pet.status }),
    'no pet has the identifier': unusedId,
    'there are at least this many pets': count !== undefined && { count },
  };
  return stateNames.flatMap((name) => {
    const asked = askedFor[name];
    return asked ? [{ name, ...(typeof asked === 'object' && { params: asked }) }] : [];
  });
}

/**
 * Reads a provider state: what must exist in a sandbox, or in a provider behind a URL.
 *
 * @param state as Pact names it; it also sends a change for an interaction without a state, with an empty name
 * @throws {SimulatorError} `bad_request` when the state or a parameter is wrong
 */
export function readState(state: string, params: StateParameters = {}): SentState {
  if (state === '') {
    return {};
  }
  const known = stateNames.find((name) => name === state);
  if (known === undefined) {
    const names = stateNames.map((name) => JSON.stringify(name)).join(', ');
    throw createMistake('state', `one of ${names}`, state, suggest(state, stateNames));
  }
  return providerStates[known].read(params);
}
