import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reply } from '../../../src/document/message.js';
import { profileNames, resolveChoices } from '../../../src/document/open-points.js';
import { readSpec } from '../../behaviour/document/spec.js';
import { type Ask, anyText, engineOf, exchangeOn, newPet, readJson, status } from './engine.js';

const spec = readSpec();
const { paths } = spec;
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(spec, 'spec');
const isNewPet = ajv.compile({ $ref: 'spec#/components/schemas/NewPet' });

/** A double holds every integer up to here; beyond, only int64's own range counts. */
const safe = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }),
);
const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), safe, fc.string());

/** Bodies that are nearly a NewPet, so that both answers come up often. */
const nearlyNewPet = fc
  .record(
    {
      name: fc.oneof({ weight: 4, arbitrary: fc.string() }, member),
      categoryId: fc.oneof({ weight: 4, arbitrary: safe }, member),
      status: fc.oneof({ weight: 4, arbitrary: status }, member),
      others: fc.dictionary(fc.string(), member, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
  .map(({ others = {}, ...fields }) => Object.assign(Object.create(null), others, fields));

const json = fc.oneof(fc.jsonValue(), nearlyNewPet).map((value) => JSON.stringify(value));
const isWithin = (text: string) => {
  const categoryId = JSON.parse(text)?.categoryId;
  return typeof categoryId !== 'number' || Math.abs(categoryId) <= 2 ** 53;
};

test('accepts exactly the bodies that are valid against the schema of NewPet', () => {
  const engine = engineOf(resolveChoices('default'));
  let created = 0;
  fc.assert(
    fc.property(json.filter(isWithin), (body) => {
      const { reply } = exchangeOn(engine, { method: 'POST', body });
      expect(reply.status).toBe(isNewPet(JSON.parse(body)) ? 201 : 400);
      created += reply.status === 201 ? 1 : 0;
    }),
    { numRuns: 400 },
  );
  // The property would prove little if one side never occurred.
  expect(created).toBeGreaterThan(10);
});

test('responds 201 or 400 to any bytes, and rejects what JSON.parse rejects with an Error', () => {
  const isError = ajv.compile({ $ref: 'spec#/components/schemas/Error' });
  const engine = engineOf(resolveChoices('default'));
  const bytes = fc.oneof(fc.uint8Array(), anyText, json, nearJson());
  fc.assert(
    fc.property(bytes, (body) => {
      const { reply } = exchangeOn(engine, { method: 'POST', body });
      expect([201, 400]).toContain(reply.status);
      expect(reply.status === 201 || isError(readJson(reply))).toBe(true);
      expect(typeof body === 'string' && reply.status === 201 && !isJson(body)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

/** A NewPet with one character lost, doubled or replaced. */
function nearJson(): fc.Arbitrary<string> {
  const whole = '{"name":"R\\u0065x","categoryId":-12.0e+1,"status":"sold"}';
  const character = fc.oneof(fc.constantFrom(...'"\\{}[]:,.-+eE0 \n\t\u00a0\uFEFF'), fc.string());
  return fc
    .tuple(fc.nat(whole.length), fc.nat(2), character)
    .map(([at, lost, put]) => whole.slice(0, at) + put + whole.slice(at + lost));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the document has a response with this status, and the body is valid against its schema. */
function isListed(path: string, method: string, { status: sent, body }: Reply): boolean {
  const listed = paths[path][method].responses[sent];
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${sent}`;
  const { $ref = pointer } = listed ?? {};
  const schema = { $ref: `spec${$ref}/content/application~1json/schema` };
  return listed !== undefined && ajv.validate(schema, JSON.parse(body));
}

const queries = ['', 'limit=1', 'limit=100', 'status=sold', 'limit=2&status=pending'];
const requests = fc.record({
  ask: fc.oneof(
    fc.constantFrom(...queries).map((query): Ask => ({ query })),
    newPet.map(({ name, categoryId, status: own }): Ask => {
      const fields = `"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
      return { method: 'POST', body: `{${fields}${own ? `,"status":"${own}"` : ''}}` };
    }),
    fc.integer({ min: -1, max: 9 }).map((id): Ask => ({ path: `/v1/pets/${id}` })),
  ),
  key: fc.constantFrom('test-key', 'test-key', 'another'),
});

test.for(profileNames)('has the responses of the document with the profile %s', (profile) => {
  const engine = engineOf(resolveChoices(profile));
  fc.assert(
    fc.property(requests, ({ ask, key }) => {
      const { reply } = exchangeOn(engine, { ...ask, headers: { authorization: `Bearer ${key}` } });
      const { path = '/pets', method = 'GET' } = ask;
      const described = path === '/pets' ? path : '/pets/{petId}';

      expect(isListed(described, method.toLowerCase(), reply), reply.body).toBe(true);
      expect(reply.status === 401).toBe(key === 'another');
    }),
  );
});
