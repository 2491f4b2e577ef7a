import type { Use } from './uses.js';

const wrongValues: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true',
  number: '42',
  string: '"2"',
  fraction: '1.5',
  'too large': '9223372036854775808',
  array: '[]',
  object: '{}',
  unknown: '"eaten"',
};

const wrongBodies: Readonly<Record<string, string>> = {
  missing: '',
  malformed: '{"name":',
  array: '[]',
  text: '"Rex"',
};

/** A body that is wrong as a use says: as a whole, or in some of its fields. */
export function createWrongBody(name: string, { body, ...wrong }: Use['sent']): string {
  if (body !== undefined) {
    return wrongBodies[body] ?? '';
  }
  const fields: Record<string, string> = { name: JSON.stringify(name), categoryId: '2' };
  for (const [field, kind] of Object.entries(wrong)) {
    if (kind === 'missing') {
      delete fields[field];
    } else {
      fields[field] = wrongValues[kind] ?? '';
    }
  }
  const members = Object.entries(fields).map(([field, value]) => `"${field}":${value}`);
  return `{${members.join()}}`;
}

/** The header of a request without a valid key; undefined if it has none. */
export function createWrongKey({ key = '' }: Use['sent'], apiKey: string): string | undefined {
  const headers: Readonly<Record<string, string>> = {
    invalid: 'Bearer a-wrong-key',
    empty: 'Bearer',
    'other scheme': `Basic ${apiKey}`,
    'no scheme': apiKey,
  };
  return headers[key];
}
