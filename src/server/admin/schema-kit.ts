import * as z from 'zod/mini';
import type { Shape } from './route.js';

/** Gives a schema its name in the document of this interface. */
export function name<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  return schema;
}

/** An object without other fields; messages list those that it has. */
export function object<Fields extends Shape>(fields: Fields, description?: string) {
  const known = `Known fields: ${Object.keys(fields).join(', ') || 'none'}.`;
  const schema = z.strictObject(fields, {
    error: ({ code }) => (code === 'unrecognized_keys' ? known : undefined),
  });
  return description === undefined ? schema : schema.check(z.describe(description));
}

/** An object with at least one of its fields, all of which are optional. */
export function change<Fields extends Shape>(fields: Fields) {
  const error = `is empty. Set at least one of ${Object.keys(fields).join(', ')}.`;
  return object(fields).check(
    z.refine((value) => Object.keys(value).length > 0, { error }),
    z.meta({ minProperties: 1 }),
  );
}

/** Text that passes a test; the description ends the sentence `… must be …`. */
export function text(passes: (text: string) => boolean, description: string, keywords = {}) {
  return z
    .string()
    .check(z.refine(passes, { error: description }), z.meta({ ...keywords, description }));
}

export const pattern = (source: string, description: string) =>
  text((value) => new RegExp(source, 'u').test(value), description, { pattern: source });

export const wholeNumber = () => z.int({ error: 'a whole number' });
export const integer = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  wholeNumber().check(z.gte(from), z.lte(to));
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  schema.check(z.describe(description)) as Schema;
export const count = (description: string) => described(wholeNumber(), description);
/** A field that may be left out. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema, description?: string) =>
  z.optional(description === undefined ? schema : described(schema, description));
export const texts = z.record(z.string(), z.string());
