import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { calls, schemas } from '../../src/admin/generated/calls.js';
import {
  findProblem,
  listFields,
  resolveSchema,
  type Schema,
} from '../../src/admin/schema-check.js';
import { readInt64 } from '../../src/engine/interface/int64.js';
import { readInstant } from '../../src/options/readers.js';

const spec = new URL('../../spec/admin.openapi.yaml', import.meta.url);
const ajv = new Ajv2020({
  strict: false,
  formats: {
    instant: (text: string) => readInstant(text) !== undefined,
    'int64-digits': (text: string) => readInt64(text) !== undefined,
  },
});
ajv.addSchema(parse(readFileSync(spec, 'utf8')), 'spec');

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom('', 'a-b', 'A b', '7', '2030-12-05'),
);

/** The schemas of the fields, including those of the schemas that it is made of. */
function fieldsOf(schema: Schema): Record<string, Schema> {
  const { allOf = [], properties = {} } = resolveSchema(schema);
  return Object.assign({}, ...allOf.map(fieldsOf), properties);
}

/** Values that nearly fit a schema, so that both answers are frequent. */
function nearly(unresolved: Schema): Arbitrary<unknown> {
  const schema = resolveSchema(unresolved);
  const { items, minimum = -5, maximum = 5, enum: allowed = [], const: expected } = schema;
  const fitting: Arbitrary<unknown>[] = [
    fc.integer({ min: minimum - 1, max: Math.max(minimum, maximum) + 1 }),
    fc.constantFrom(expected ?? 0, ...allowed),
  ];
  if (items !== undefined) {
    fitting.push(fc.array(nearly(items), { maxLength: 3 }));
  }
  if (listFields(schema).length > 0) {
    const fields = Object.entries(fieldsOf(schema)).map(([name, field]) => [name, nearly(field)]);
    const requiredKeys = [...(schema.required ?? [])];
    const known = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys });
    fitting.push(
      known,
      known,
      fc
        .tuple(known, fc.dictionary(fc.string(), junk, { maxKeys: 1 }))
        .map(([one, other]) => ({ ...other, ...one })),
    );
  }
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...fitting) }, junk);
}

const bodies = Object.entries(calls).flatMap(([route, call]) => {
  const { body } = call as { readonly body?: { readonly schema: Schema } };
  const [method = '', path = ''] = route.split(' ');
  const pointer = `spec#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
  return body === undefined ? [] : [{ name: route, schema: body.schema, pointer }];
});
const named = Object.entries(schemas).map(([name, schema]) => ({
  name,
  schema: schema as Schema,
  pointer: `spec#/components/schemas/${name}`,
}));

test.for([...bodies, ...named])(
  'accepts the values that ajv accepts: $name',
  ({ schema, pointer }) => {
    const isValid = ajv.compile({ $ref: encodeURI(pointer) });

    fc.assert(
      fc.property(nearly(schema), (value) => {
        expect(findProblem(schema, value) === undefined).toBe(isValid(value));
      }),
      { numRuns: 200 },
    );
  },
);
