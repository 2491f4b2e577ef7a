/**
 * Writes the interface document and each fixture as a TypeScript module. Fast, as it runs before every
 * build and test.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);

const spec = 'spec/animal-store.openapi.yaml';

/** @param {URL} file */
function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const document = parse(readFileSync(new URL(spec, root), 'utf8'));

/**
 * Writes a module; an unchanged one keeps its date, so that watchers stay quiet.
 *
 * @param {string} path
 * @param {string} text
 */
function writeModule(path, text) {
  const file = new URL(path, root);
  if (readIfExists(file) !== text) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
}

writeModule(
  'src/document/generated/document.ts',
  `// Generated from ${spec} at build time. Do not edit.\nexport const document = ${JSON.stringify(document, null, 2)} as const;\n`,
);

/** What only people and documents need. */
const prose = ['info', 'servers', 'tags', 'security', 'securitySchemes', 'description', 'summary'];

/**
 * Drops prose from the document; the values of examples stay as they are.
 *
 * @param {any} part
 * @returns {any}
 */
function dropProse(part) {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return Array.isArray(part) ? part.map(dropProse) : part;
  }
  const entries = Object.entries(part).filter(([key]) => !prose.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'value' ? value : dropProse(value)]),
  );
}

const outline = JSON.stringify(dropProse(document), null, 2);
writeModule(
  'src/document/generated/outline.ts',
  `// Generated from ${spec} at build time. Do not edit.\nexport const outline = ${outline} as const;\n`,
);

/**
 * Writes a text as a module, so that it is at hand without a file system.
 *
 * @param {string} path
 * @param {string} name
 * @param {unknown} value
 */
function writeTexts(path, name, value) {
  const text = JSON.stringify(value, null, 2);
  const head = '// Generated from fixtures/ at build time. Do not edit.';
  writeModule(path, `${head}\nexport const ${name} = ${text};\n`);
}

const fixtures = new URL('fixtures/', root);
const { default: ready, ...named } = Object.fromEntries(
  readdirSync(fixtures).map((file) => {
    const text = readFileSync(new URL(file, fixtures), 'utf8');
    return [file.replace(/\.json$/, ''), text.replace(/\n */g, '')];
  }),
);
writeTexts('src/catalogue/generated/default-fixture.ts', 'defaultFixture', ready);
writeTexts('src/catalogue/generated/named-fixtures.ts', 'namedFixtures', named);
