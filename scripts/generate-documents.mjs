/**
 * Writes the interface document and each fixture as a TypeScript module. Fast, as it runs before every
 * build and test.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { writeSpecTypes } from './spec-types.mjs';

const root = new URL('../', import.meta.url);

/** Writes a module; an unchanged one keeps its date, so that watchers stay quiet. */
function writeFile(path, source, code) {
  const file = new URL(path, root);
  const text = `// Generated from ${source} at build time. Do not edit.\n${code}`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Writes a value as a module. */
function writeModule(path, name, value, source) {
  const constant = source === 'fixtures/' ? '' : ' as const';
  writeFile(path, source, `export const ${name} = ${JSON.stringify(value, null, 2)}${constant};\n`);
}

const spec = 'spec/animal-store.openapi.yaml';
const document = parse(readFileSync(new URL(spec, root), 'utf8'));
writeModule('src/document/generated/document.ts', 'document', document, spec);

/** The numbers of sections by name; those of operations have the names of these. */
const operations = Object.values(document.paths).flatMap(Object.values);
const sections = operations.map((one) => [one.operationId, one['x-section']]);
writeModule(
  'src/document/generated/sections.ts',
  'sections',
  { ...document['x-sections'], ...Object.fromEntries(sections) },
  spec,
);

/** Parts that only people and documents need. */
const prose = [
  'x-sections',
  'info',
  'servers',
  'tags',
  'security',
  'securitySchemes',
  'description',
  'summary',
];

/** Drops prose from the document; the values of examples stay as they are. */
function dropProse(part) {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return Array.isArray(part) ? part.map(dropProse) : part;
  }
  const entries = Object.entries(part).filter(([key]) => !prose.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'value' ? value : dropProse(value)]),
  );
}

const { schemas } = document.components;
const outline = dropProse(document);
// Their descriptions are shown with the fields of forms and tools.
Object.assign(outline.components, { schemas });
writeModule('src/document/generated/spec.ts', 'spec', outline, spec);
writeFile('src/document/generated/types.ts', spec, writeSpecTypes(document));

const fixtures = new URL('fixtures/', root);
const { default: ready, ...named } = Object.fromEntries(
  readdirSync(fixtures).map((file) => {
    const text = readFileSync(new URL(file, fixtures), 'utf8');
    return [file.replace(/\.json$/, ''), text.replace(/\r?\n */g, '')];
  }),
);
const catalogue = 'src/catalogue/generated';
// As code, which a start need not parse. Their identifiers are left out: the open point id-scheme assigns them.
const literals = ready.replace(/"id":\d+,/g, '').replace(/:(-?\d+)(?=[,}])/g, ':$1n');
const code = `export const defaultFixture = ${literals.replaceAll('},{', '},\n{')} as const;\n`;
writeFile(`${catalogue}/default-fixture.ts`, 'fixtures/', code);
writeModule(`${catalogue}/named-fixtures.ts`, 'namedFixtures', named, 'fixtures/');
