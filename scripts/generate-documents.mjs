/**
 * Writes the interface document and each fixture as a TypeScript module. Fast, as it runs before every
 * build and test.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);

/** Writes a value as a module; an unchanged one keeps its date, so that watchers stay quiet. */
function writeModule(path, name, value, source) {
  const file = new URL(path, root);
  const constant = typeof value === 'string' || source === 'fixtures/' ? '' : ' as const';
  const text =
    `// Generated from ${source} at build time. Do not edit.\n` +
    `export const ${name} = ${JSON.stringify(value, null, 2)}${constant};\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
}

const spec = 'spec/animal-store.openapi.yaml';
const document = parse(readFileSync(new URL(spec, root), 'utf8'));
writeModule('src/document/generated/document.ts', 'document', document, spec);

/** What only people and documents need. */
const prose = ['info', 'servers', 'tags', 'security', 'securitySchemes', 'description', 'summary'];

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

writeModule('src/document/generated/outline.ts', 'outline', dropProse(document), spec);

const fixtures = new URL('fixtures/', root);
const { default: ready, ...named } = Object.fromEntries(
  readdirSync(fixtures).map((file) => {
    const text = readFileSync(new URL(file, fixtures), 'utf8');
    return [file.replace(/\.json$/, ''), text.replace(/\n */g, '')];
  }),
);
const catalogue = 'src/catalogue/generated';
writeModule(`${catalogue}/default-fixture.ts`, 'defaultFixture', ready, 'fixtures/');
writeModule(`${catalogue}/named-fixtures.ts`, 'namedFixtures', named, 'fixtures/');
