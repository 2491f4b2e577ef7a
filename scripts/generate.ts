/**
 * Writes the files that derive from others: from each spec the document as a value and its types, with
 * int64 as bigint; from the service's spec the default catalogue; from the code the tables of the README
 * and docs/. With `--check` it writes nothing and exits with 1 if a file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { defaultFixture } from './default-fixture.js';
import { documentsWithTables } from './doc-tables.js';

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

function documentModule(spec: string): string {
  const text = readFileSync(new URL(spec, root), 'utf8');
  const document = JSON.stringify(parse(text), null, 2);
  return `${banner(spec)}export const document = ${document} as const;\n`;
}

const outputs = {
  'src/engine/generated/document.ts': documentModule(service),
  'src/engine/generated/types.ts': await types(service),
  'src/admin/generated/document.ts': documentModule(admin),
  'src/admin/generated/types.ts': await types(admin),
  'fixtures/default.json': await defaultFixture(),
  ...documentsWithTables(),
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
