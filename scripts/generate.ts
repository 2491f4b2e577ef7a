/**
 * Writes the committed files that derive from others: the types of each spec, with int64 as bigint;
 * the default catalogue; the tables of the README; the diagram of CONTRIBUTING from the list of rooms.
 * With `--check` it writes nothing, and exits with 1 when a file is stale. The documents themselves are
 * generated at every build (generate-documents.mjs).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { drawRooms } from '../test/architecture/rooms.js';
import { defaultFixture } from './default-fixture.js';
import { withTables } from './readme-tables.js';

const root = new URL('../', import.meta.url);
const service = 'spec/animal-store.openapi.yaml';
const admin = 'spec/admin.openapi.yaml';
const banner = (spec: string) =>
  `// Generated from ${spec} by \`npm run generate\`. Do not edit.\n`;

const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

async function types(spec: string): Promise<string> {
  const nodes = await openapiTypescript(new URL(spec, root), {
    transform: (schema) => (schema.format === 'int64' ? bigint : undefined),
  });
  return banner(spec) + astToString(nodes);
}

/** CONTRIBUTING with the diagram of the rooms between its markers. */
function withRooms(text: string): string {
  return text.replace(
    /(<!-- rooms -->)[\s\S]*?(<!-- end -->)/,
    (_all, begin: string, end: string) => `${begin}\n\n${drawRooms()}\n\n${end}`,
  );
}

const outputs = {
  'src/engine/generated/types.ts': await types(service),
  'src/admin/generated/types.ts': await types(admin),
  'fixtures/default.json': await defaultFixture(),
  'CONTRIBUTING.md': withRooms(readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')),
  'README.md': withTables(readFileSync(new URL('README.md', root), 'utf8')),
};

for (const [path, text] of Object.entries(outputs)) {
  const file = new URL(path, root);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
