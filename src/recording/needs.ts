import { type Needs, responseFields } from '../engine/interface/response-fields.js';
import type { Use } from './use.js';

/** A use, and the fields of its response that the consumer reads. */
export interface NeededUse {
  readonly use: Use;
  /** Undefined: all. */
  readonly fields: readonly string[] | undefined;
}

/** A use, and the fields that tests said they read. */
export interface RecordedUse {
  readonly use: Use;
  /** Whether a test said nothing, so that the needs of the simulator count. */
  readonly isUnsaid: boolean;
  readonly said: readonly string[];
}

/** The object that the response of a use has. */
export const findSchema = ({ status }: Use) => (status < 400 ? 'Pet' : 'Error');

/** The fields of a schema in its order; undefined when these are all. */
export function normalizeFields(
  use: Use,
  fields: readonly string[] | undefined,
): readonly string[] | undefined {
  const all: readonly string[] = responseFields[findSchema(use)];
  const known = all.filter((field) => fields === undefined || fields.includes(field));
  return known.length === all.length ? undefined : known;
}

/** The fields that either of two needs; of one that is undefined, all. */
export function joinFields(
  use: Use,
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one === undefined || other === undefined
    ? undefined
    : normalizeFields(use, [...one, ...other]);
}

/** Narrows uses to what their tests need; the given needs count where a test said nothing. */
export function narrow(uses: readonly RecordedUse[], needs: Needs): NeededUse[] {
  return uses.map(({ use, isUnsaid, said }) => {
    const fields = normalizeFields(use, isUnsaid ? needs[findSchema(use)] : []);
    return { use, fields: joinFields(use, fields, said) };
  });
}

/** The needs of one use. */
export function toNeeds({ use, fields }: NeededUse): Needs {
  return fields === undefined ? {} : { [findSchema(use)]: fields };
}
