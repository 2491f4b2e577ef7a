/**
 * Writes each OpenAPI document and each fixture as a TypeScript module, the styles of report pages, and
 * the checks of the admin interface. Fast, as it runs before every build and test.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const outline = JSON.stringify(dropProse(readSpec('spec/animal-store.openapi.yaml')), null, 2);
writeModule(
  'src/engine/generated/outline.ts',
  `// Generated from spec/animal-store.openapi.yaml at build time. Do not edit.\nexport const outline = ${outline} as const;\n`,
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

/** The keywords that src/admin/schema-check.ts reads. */
const keywords = [
  '$ref allOf type enum const minimum maximum minLength maxLength pattern format maxItems items',
  'minProperties required properties additionalProperties unevaluatedProperties description',
].flatMap((line) => line.split(' '));
/** Those that are not checked. */
const annotations = ['default', 'example', 'examples', 'title', 'deprecated'];
/** Those whose messages quote the description. */
const described = ['pattern', 'format', 'minLength', 'maxLength'];

/**
 * Drops what no check needs from a schema.
 *
 * @param {any} schema
 * @returns {any}
 */
function pruneSchema(schema) {
  const isDescribed = described.some((keyword) => keyword in schema);
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (annotations.includes(keyword) || (keyword === 'description' && !isDescribed)) {
      return [];
    }
    if (!keywords.includes(keyword)) {
      throw new Error(
        `src/admin/schema-check.ts does not know ${keyword}, which ${adminSpec} uses.`,
      );
    }
    return [[keyword, pruneValue(keyword, value)]];
  });
  return Object.fromEntries(entries);
}

/**
 * @param {string} keyword
 * @param {any} value
 */
function pruneValue(keyword, value) {
  switch (keyword) {
    case 'properties':
      return mapValues(value, pruneSchema);
    case 'allOf':
      return value.map(pruneSchema);
    case 'items':
    case 'additionalProperties':
      return value === false ? false : pruneSchema(value);
    default:
      return value;
  }
}

/**
 * @param {object} object
 * @param {(value: any) => unknown} map
 */
const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/**
 * What the calls of an operation may send, and the status of its success.
 *
 * @param {any} operation
 */
function describeCall({ parameters = [], requestBody, responses }) {
  const inQuery = parameters.filter((/** @type {any} */ one) => one.in === 'query');
  const body = requestBody && {
    required: requestBody.required === true,
    schema: pruneSchema(requestBody.content['application/json'].schema),
  };
  return {
    status: Number(Object.keys(responses).find((code) => code.startsWith('2'))),
    query: Object.fromEntries(
      inQuery.map((/** @type {any} */ one) => [one.name, pruneSchema(one.schema)]),
    ),
    ...(body && { body }),
  };
}

/**
 * The schemas that others refer to, directly or through others.
 *
 * @param {any} all
 * @param {unknown} value
 * @returns {string[]}
 */
function listReferred(all, value, found = []) {
  for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (!found.includes(name)) {
      found.push(name);
      listReferred(all, pruneSchema(all[name]), found);
    }
  }
  return found;
}

/** The checks of the admin interface: what its calls may send, without what only people read. */
function formatCalls() {
  const { paths, components } = readSpec(adminSpec);
  const calls = Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        describeCall(operation),
      ]),
    ),
  );
  const snapshot = { $ref: '#/components/schemas/Snapshot' };
  const names = listReferred(components.schemas, [calls, snapshot]).sort();
  const schemas = Object.fromEntries(
    names.map((name) => [name, pruneSchema(components.schemas[name])]),
  );
  return [
    `// Generated from ${adminSpec} at build time. Do not edit.`,
    `export const calls = ${JSON.stringify(calls, null, 2)} as const;`,
    `export const schemas = ${JSON.stringify(schemas, null, 2)} as const;`,
    '',
  ].join('\n');
}

writeModule('src/admin/generated/calls.ts', formatCalls());
