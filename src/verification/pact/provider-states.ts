import { stringify } from 'lossless-json';
import { SimulatorError } from '../../engine/interface/errors.js';
import { readInt64 } from '../../engine/interface/int64.js';
import { isPetStatus, type Pet, type PetStatus, petStatuses } from '../../engine/pets/pet.js';

/** The store that provider states are set up in: a provider behind its URL, or a simulator's catalogue. */
export interface StateStore {
  readonly validKey: string;
  readonly invalidKey: string;
  /** A category that pets can be created with. */
  readonly categoryId: bigint;
  /** Ensures that pets can be created with this category. */
  withCategory(categoryId: bigint): Promise<void> | void;
  /** Ensures that there is a pet with this status, or one that was created without. */
  withStatus(status: PetStatus | undefined): Promise<Pick<Pet, 'id'>> | Pick<Pet, 'id'>;
  unusedId(): Promise<bigint> | bigint;
  atLeast(count: number): Promise<void> | void;
}

/** Goes on with a value: at once, or when it is there. */
function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What a verifier requests before an interaction; Pact's words. */
export interface StateChange {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Values for the interaction's request. Integers are strings of digits, because numbers would be rounded. */
export type StateValues = Readonly<Record<string, string>>;

interface ProviderState {
  /** Describes its parameters; empty if it has none. */
  readonly parameters: string;
  /** What a team's own implementation of the state must ensure. */
  readonly meaning: string;
  /** The names of the values that it returns. */
  readonly returns: readonly string[];
  readonly setUp: (
    store: StateStore,
    params: StateChange['params'],
  ) => Promise<StateValues> | StateValues;
}

function parseStatus({ status }: StateChange['params']): PetStatus | undefined {
  if (status === undefined || isPetStatus(status)) {
    return status;
  }
  throw new SimulatorError(
    'bad_request',
    `status must be one of ${petStatuses.join(', ')}, or absent; got ${stringify(status)}.`,
  );
}

function parseCount({ count }: StateChange['params']): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 100) {
    return count;
  }
  throw new SimulatorError(
    'bad_request',
    `count must be an integer from 0 to 100; got ${stringify(count)}.`,
  );
}

function parseCategoryId({ categoryId }: StateChange['params']): bigint {
  const parsed = typeof categoryId === 'string' ? readInt64(categoryId) : undefined;
  if (parsed === undefined) {
    throw new SimulatorError(
      'bad_request',
      `categoryId must be an int64 as a string of digits, such as "7"; got ${stringify(categoryId)}.`,
    );
  }
  return parsed;
}

export const providerStates = {
  'the API key is valid': {
    parameters: '',
    meaning: 'The service accepts the returned key.',
    returns: ['apiKey'],
    setUp: ({ validKey }) => ({ apiKey: validKey }),
  },
  'the API key is not valid': {
    parameters: '',
    meaning: 'The service rejects the returned key.',
    returns: ['apiKey'],
    setUp: ({ invalidKey }) => ({ apiKey: invalidKey }),
  },
  'a category exists': {
    parameters: '`categoryId`, optional: a string of digits; if absent, any category',
    meaning: 'Pets can be created with the returned category.',
    returns: ['categoryId'],
    setUp: (store, params) => {
      if (params.categoryId === undefined) {
        return { categoryId: String(store.categoryId) };
      }
      const categoryId = parseCategoryId(params);
      return andThen(store.withCategory(categoryId), () => ({ categoryId: String(categoryId) }));
    },
  },
  'a pet exists': {
    parameters: '`status`, optional: one of the three; if absent, the pet was created without one',
    meaning: 'There is such a pet; its id is returned.',
    returns: ['petId'],
    setUp: (store, params) =>
      andThen(store.withStatus(parseStatus(params)), ({ id }) => ({ petId: String(id) })),
  },
  'no pet has the identifier': {
    parameters: '',
    meaning: 'No pet has the returned id.',
    returns: ['petId'],
    setUp: (store) => andThen(store.unusedId(), (id) => ({ petId: String(id) })),
  },
  'there are at least this many pets': {
    parameters: '`count`: an integer from 0 to 100',
    meaning: 'The store has at least this many pets.',
    returns: [],
    setUp: (store, params) => andThen(store.atLeast(parseCount(params)), () => ({})),
  },
} as const satisfies Readonly<Record<string, ProviderState>>;

type ProviderStateName = keyof typeof providerStates;

export const providerStateNames = Object.keys(providerStates) as ProviderStateName[];

export const isStateName = (text: string): text is ProviderStateName =>
  Object.hasOwn(providerStates, text);

/**
 * Sets up a provider state; a store that returns no promises is ready when this returns.
 *
 * @throws {SimulatorError} `bad_request` when the state or a parameter is wrong
 * @throws {Inconclusive} when this provider cannot be set up so
 */
export function setUpState(
  { state, params }: StateChange,
  store: StateStore,
): StateValues | Promise<StateValues> {
  // Pact also sends a change for an interaction without a state.
  if (state === '') {
    return {};
  }
  const known: ProviderState | undefined = isStateName(state) ? providerStates[state] : undefined;
  if (known === undefined) {
    const names = providerStateNames.map((name) => JSON.stringify(name)).join(', ');
    throw new SimulatorError(
      'bad_request',
      `state must be one of ${names}; got ${JSON.stringify(state)}.`,
    );
  }
  return known.setUp(store, params);
}
