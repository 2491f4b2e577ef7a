/**
 * Writes what derives from other files: from the spec the document as a value, its types with int64
 * as bigint, and the default catalogue; from the code the tables of the README. With `--check`
 * nothing is written, and a stale file makes it exit with 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { defaultFixture } from './default-fixture.js';
import { withTables } from './readme-tables.js';

const root = new URL('../', import.meta.url);
const spec = new URL('spec/animal-store.openapi.yaml', root);
const banner =
  '// Generated from spec/animal-store.openapi.yaml by `npm run generate`. Do not edit.\n';

const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

async function types(): Promise<string> {
  const nodes = await openapiTypescript(spec, {
    transform: (schema) => (schema.format === 'int64' ? bigint : undefined),
  });
  return `${banner}${astToString(nodes)}`;
}

function documentModule(): string {
  const document = JSON.stringify(parse(readFileSync(spec, 'utf8')), null, 2);
  return `${banner}export const document = ${document} as const;\n`;
}

const outputs = {
  'src/engine/generated/document.ts': documentModule(),
  'src/engine/generated/types.ts': await types(),
  'fixtures/default.json': await defaultFixture(),
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
