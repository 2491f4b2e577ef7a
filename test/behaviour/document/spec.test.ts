import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openFetch } from '../../support/behaviour.js';
import { readSpec } from './spec.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: object };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly deprecated?: boolean;
}

/** `GET /pets` by its operation, with all that the spec says of it. */
function readOperations(): [string, string, Operation][] {
  const paths: Record<string, Record<string, Operation>> = readSpec().paths;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]): [string, string, Operation] => [
      one.operationId,
      `${method} ${path}`,
      one,
    ]),
  );
}

test('the spec has the operations of the document, and no more of each', () => {
  const operations = readOperations().map(([name, address, one]) => [
    ...[name, address, Object.keys(one.responses), one.deprecated ?? false],
    ...[one.parameters?.map((parameter) => parameter.name), one.requestBody?.required],
  ]);

  expect(operations).toEqual([
    ['listPets', 'get /pets', ['200', '401'], false, ['limit', 'status'], undefined],
    ['createPet', 'post /pets', ['201', '400', '401'], false, undefined, true],
    ['getPet', 'get /pets/{petId}', ['200', '401', '404'], true, ['petId'], undefined],
  ]);
});

test('the spec states version, addresses and key, and nothing that the document does not show', async () => {
  const { info, servers, security, components, webhooks } = readSpec();
  const { schemas, securitySchemes } = components;

  expect(info.version).toBe('1.0.0');
  expect(servers[0].variables.base_url.default).toMatch(/\/v1$/);
  expect(servers[1].variables.staging_base_url.default).toMatch(/\/v1$/);
  expect([security, securitySchemes.bearer.scheme]).toEqual([[{ bearer: [] }], 'bearer']);
  expect(Object.keys(schemas)).toEqual(['PetStatus', 'NewPet', 'Pet', 'Pets', 'Error']);
  expect(schemas.NewPet.properties.name).not.toHaveProperty('maxLength');
  expect(schemas.Error.properties.code).not.toHaveProperty('enum');
  expect(webhooks).toBeUndefined();
  const { text } = await (await openFetch()).send('/openapi.json');
  expect(text).not.toMatch(/x-stability|callbacks/);
});

const pet = { id: 1, name: 'Rex', categoryId: 2, status: 'sold' };
const error = { code: 'not_found', message: 'No animal has the identifier 1.', status: 404 };

test.for([
  ['Pet', pet, { id: '1', name: 7, categoryId: 1.5, status: 'eaten' }],
  ['Error', error, { code: 404, message: null, status: '404' }],
] as const)('the spec requires each field of %s, and its type', ([name, value, wrong]) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(readSpec(), 'spec');
  const isValid = ajv.compile({ $ref: `spec#/components/schemas/${name}` });

  expect([isValid(value), isValid([value])]).toEqual([true, false]);
  for (const [field, other] of Object.entries(wrong)) {
    const { [field]: _, ...without } = value as Readonly<Record<string, unknown>>;
    expect([field, isValid(without)]).toEqual([field, field === 'status' && name === 'Pet']);
    expect(isValid({ ...value, [field]: other })).toBe(false);
  }
});
