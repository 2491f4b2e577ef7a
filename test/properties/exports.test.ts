import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSnapshot } from '../../src/admin/snapshot-reader.js';
import { formatSnapshot } from '../../src/admin/snapshot-text.js';
import { profileNames, resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import { writePet } from '../../src/engine/pets/pet.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { engineOf, exchangeOn, int64 } from './engine.js';

/** Any JSON, as text: also numbers that JavaScript has not. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('1e400', '-1E-999', '1.0', '-0', '9'.repeat(400), `0.${'1'.repeat(400)}`),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\ud800"', '"\\u0000"', '"\\/"', 'null', 'true', '""'),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[ ${items.join(' , ')} ]`),
    fc
      .array(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), tie('json')), { maxLength: 3 })
      .map((fields) => {
        const distinct = new Map(fields);
        return `{${[...distinct].map(([key, text]) => `${JSON.stringify(key)}:${text}`)}}`;
      }),
  ),
}));

const extraKey = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('weight', '__proto__', '"status":"', ',"categoryId":', 'toString', '0', ''),
);

const creation = fc
  .tuple(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(',"categoryId":1', '"}', '\\')),
    int64,
    fc.constantFrom('', ',"status":"sold"', ',"status":"pending"'),
    fc.uniqueArray(fc.tuple(extraKey, json), { maxLength: 3, selector: ([key]) => key }),
  )
  .map(([name, categoryId, status, extra]) => {
    const own = ['name', 'categoryId', 'status', 'id'];
    const fields = extra.filter(([key]) => !own.includes(key));
    const texts = fields.map(([key, text]) => `,${JSON.stringify(key)}:${text}`);
    return `{"name":${JSON.stringify(name)},"categoryId":${categoryId}${status}${texts.join('')}}`;
  });

/** Identifiers of pets that are renamed or removed, whether or not there are such pets. */
const replacements = fc.array(
  fc.tuple(fc.bigInt({ min: 1n, max: 9n }), fc.constantFrom('Max', null)),
  { maxLength: 4 },
);

function replacePets(engine: Engine, replaced: readonly (readonly [bigint, string | null])[]) {
  for (const [id, name] of replaced) {
    const pet = name === null ? null : writePet(id, { name, categoryId: 77n, status: 'sold' });
    const sandbox = engine.sandboxes.getOrCreate('default');
    applyChange(sandbox, { type: 'pet-replaced', id, json: pet });
  }
}

/** Adds a pet whose identifier the scheme would come to. */
function addAhead(engine: Engine, id: bigint): void {
  const sandbox = engine.sandboxes.getOrCreate('default');
  const { catalogue } = sandbox;
  if (catalogue.find(id) === undefined) {
    const json = writePet(id, { name: 'Ahead', categoryId: 1n });
    const pet = { id, status: undefined, json, numbered: catalogue.numbered };
    applyChange(sandbox, { type: 'pet-added', pet });
  }
}

function exportText(engine: Engine): string {
  return [...formatSnapshot(engine.sandboxes.getOrCreate('default').state())].join('');
}

async function importText(engine: Engine, text: string): Promise<void> {
  const { resources } = engine.sandboxes;
  const source = { what: 'the snapshot', resources, maxBody: 1024 ** 2 };
  const state = await readSnapshot([text], source);
  applyChange(engine.sandboxes.getOrCreate('default'), { type: 'restored', state });
}

test.for(profileNames)('imports whatever it exports, and goes on the same: %s', async (profile) => {
  let created = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(creation, { maxLength: 4 }),
      fc.array(creation, { maxLength: 2 }),
      fc.record({ echo: fc.boolean(), reject: fc.boolean() }),
      fc.tuple(replacements, fc.array(fc.bigInt({ min: 1n, max: 9n }), { maxLength: 2 })),
      async (before, after, { echo, reject }, [replaced, ahead]) => {
        const choices = resolveChoices(profile, {
          ...(echo && { 'unknown-field': 'echo' }),
          ...(reject && { 'unknown-category': 'reject' }),
        });
        const engine = engineOf(choices);
        for (const body of before) {
          created += exchangeOn(engine, { method: 'POST', body }).reply.status === 201 ? 1 : 0;
        }
        for (const id of ahead) {
          addAhead(engine, id);
        }
        replacePets(engine, replaced);
        const text = exportText(engine);
        const other = engineOf(resolveChoices('default'), []);

        await importText(other, text);

        expect(exportText(other)).toBe(text);
        expect(JSON.parse(text).snapshot).toBe(1);
        const asks = [
          ...after.map((body) => ({ method: 'POST', body })),
          { query: 'limit=100' },
          { query: 'status=sold' },
          { method: 'POST', body: '{"name":"Rex","categoryId":77}' },
          { method: 'POST', body: '{"name":"Rex","categoryId":2}' },
        ];
        for (const ask of asks) {
          const replies = [engine, other].map((one) => exchangeOn(one, ask).reply);
          expect(replies[1]).toEqual(replies[0]);
        }
        expect(exportText(other)).toBe(exportText(engine));
      },
    ),
    { numRuns: 150 },
  );
  expect(created).toBeGreaterThan(50);
});
