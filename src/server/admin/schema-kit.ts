import * as z from 'zod/mini';
import { suggest } from '../../base/nearest.js';
import type { InputShape } from './route.js';

/** An object without other fields; messages list those that it has. */
export function object<Fields extends InputShape>(fields: Fields, description?: string) {
  const names = Object.keys(fields);
  const known = `Known fields: ${names.join(', ') || 'none'}.`;
  const schema = z.strictObject(fields, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? known + suggest(String(issue.keys[0]), names)
        : undefined,
  });
  return description === undefined ? schema : schema.check(z.describe(description));
}

/** Text that passes a test; the description ends the sentence `… must be …`. */
export function text(passes: (text: string) => boolean, description: string, keywords = {}) {
  return z
    .string({ error: description })
    .check(z.refine(passes, { error: description }), z.meta({ ...keywords, description }));
}

export const pattern = (source: string, description: string) =>
  text((value) => new RegExp(source, 'u').test(value), description, { pattern: source });

export const integer = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  z.int({ error: 'a whole number' }).check(z.gte(from), z.lte(to));
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  schema.check(z.describe(description)) as Schema;
/** A field that may be left out. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema, description?: string) =>
  z.optional(description === undefined ? schema : described(schema, description));
export const texts = z.record(z.string(), z.string());
