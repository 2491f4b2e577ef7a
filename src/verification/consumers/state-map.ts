import { isLosslessNumber } from 'lossless-json';
import { quote, shorten } from '../../engine/interface/format.js';
import { UsageError } from '../../options/usage-error.js';
import { isStateName, providerStateNames } from '../pact/provider-states.js';

/** A provider state with its parameters. */
export interface MappedState {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Finds the states of this package that set up a state of a pact; undefined if nobody knows it. */
export type MapState = (state: MappedState) => readonly MappedState[] | undefined;

/** Maps no state. */
export const mapNothing: MapState = () => undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Reads one state of the map: a name, or a name with parameters. */
function readTarget(raw: unknown, label: string): MappedState {
  const {
    state,
    params = {},
    ...rest
  } = typeof raw === 'string' ? { state: raw } : isObject(raw) ? raw : {};
  if (typeof state !== 'string' || !isStateName(state)) {
    throw new UsageError(
      `${label} must be mapped to states of the package, which are ${providerStateNames.map((name) => quote(name)).join(', ')}; ` +
        `got ${shorten(JSON.stringify(raw))}.`,
    );
  }
  const [unknown] = Object.keys(rest);
  if (!isObject(params) || unknown !== undefined) {
    throw new UsageError(
      `${label} must be {"state": …, "params": {…}}; got ${unknown === undefined ? 'params that are not an object' : `the field ${quote(unknown)}`}.`,
    );
  }
  return { state, params };
}

/**
 * Reads a file that maps states of other tools to states of this package:
 * `{"pet 7 is sold": {"state": "a pet exists", "params": {"status": "sold"}}}`. A state may be mapped to
 * a name, a state with parameters, a list of both, or `[]` if it needs no set-up.
 *
 * @param label what messages call the file
 * @throws {UsageError} when it is wrong
 */
export function readStateMap(text: string, label: string): MapState {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${label} is not JSON: ${shorten((error as Error).message)}.`);
  }
  if (!isObject(raw)) {
    throw new UsageError(`${label} must be a JSON object with a member for each state.`);
  }
  const map = new Map(
    Object.entries(raw).map(([name, targets]) => [
      name,
      [targets].flat().map((target) => readTarget(target, `${label}: the state ${quote(name)}`)),
    ]),
  );
  return ({ state }) => map.get(state);
}
