import type { responseFields } from './pet.js';

type ResponseFields = typeof responseFields;

/** The fields that a consumer reads of a Pet and of an Error; of what is left out, all. */
export type Needs = {
  readonly [Schema in keyof ResponseFields]?: ResponseFields[Schema] | undefined;
};
