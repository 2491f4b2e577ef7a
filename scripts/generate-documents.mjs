/**
 * Writes each OpenAPI document and each fixture as a TypeScript module, and the validators of the admin
 * interface. Fast, as it runs before every build and test.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { _ as code } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);

const adminSpec = 'spec/admin.openapi.yaml';
const modules = {
  'spec/animal-store.openapi.yaml': 'src/engine/generated/document.ts',
  [adminSpec]: 'src/admin/generated/document.ts',
};

/** @param {URL} file */
function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} spec */
const readSpec = (spec) => parse(readFileSync(new URL(spec, root), 'utf8'));

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

for (const [spec, path] of Object.entries(modules)) {
  const value = JSON.stringify(readSpec(spec), null, 2);
  const text = `// Generated from ${spec} at build time. Do not edit.\nexport const document = ${value} as const;\n`;
  writeModule(path, text);
}

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

/** @param {(string | number)[]} pointer */
const formatPointer = (...pointer) =>
  pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/**
 * Lists the schemas that calls are checked by: bodies, query parameters, and the parts of a snapshot.
 *
 * @param {any} document
 */
function listSchemas({ paths }) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
  );
  const parameters = operations.flatMap(({ at, operation }) =>
    (operation.parameters ?? []).flatMap((parameter, index) =>
      parameter.in === 'query' ? [formatPointer(...at, 'parameters', index, 'schema')] : [],
    ),
  );
  const bodies = operations.flatMap(({ at, operation }) =>
    operation.requestBody === undefined
      ? []
      : [formatPointer(...at, 'requestBody', 'content', 'application/json', 'schema')],
  );
  const snapshot = formatPointer('components', 'schemas', 'Snapshot');
  const items = ['pets', 'rules', 'removed'].map((name) => `${snapshot}/properties/${name}/items`);
  return [...parameters, ...bodies, snapshot, ...items];
}

/** Compiles the validators now: in a running simulator, ajv would take longer than a call may. */
function formatValidators() {
  const document = readSpec(adminSpec);
  const ajv = new Ajv2020({
    strict: false,
    // Messages need the value and its schema.
    verbose: true,
    code: { source: true, esm: true, formats: code`formats` },
    // Only their names count here; the module imports the functions.
    formats: { instant: () => true, 'int64-digits': () => true },
  });
  ajv.addSchema(document, 'admin');
  const schemas = listSchemas(document).map((pointer, index) => [`schema_${index}`, pointer]);
  const refs = Object.fromEntries(schemas.map(([name, pointer]) => [name, `admin#/${pointer}`]));
  const map = schemas.map(([name, pointer]) => `  ${JSON.stringify(pointer)}: ${name},`);
  return [
    '// @ts-nocheck',
    `// Generated from ${adminSpec} at build time. Do not edit.`,
    "import { formats } from '../formats.js';",
    standalone.default(ajv, refs),
    '/** By the pointer of the schema in the document. */',
    `export const validators = {\n${map.join('\n')}\n};`,
    '',
  ].join('\n');
}

writeModule('src/admin/generated/validators.ts', formatValidators());

const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
writeModule(
  'src/service-worker/generated/version.ts',
  `// Generated from package.json at build time. Do not edit.\nexport const version = '${version}';\n`,
);
