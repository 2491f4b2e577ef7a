import { outline } from './generated/outline.js';
import type { Pet } from './pet.js';

const { NewPet, Error: ErrorSchema } = outline.components.schemas;

/** The fields of the objects in responses (section 2). */
export const responseFields = {
  Pet: ['id', ...Object.keys(NewPet.properties)] as readonly (keyof Pet)[],
  Error: Object.keys(ErrorSchema.properties) as readonly ('code' | 'message' | 'status')[],
} as const;

type SchemaName = keyof typeof responseFields;

/** The fields that a consumer reads; of an object that is left out, all. */
export type Needs = { readonly [Name in SchemaName]?: (typeof responseFields)[Name] | undefined };
