/** Writes each OpenAPI document as a TypeScript module. Fast, as it runs before every build and test. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);

const modules = {
  'spec/animal-store.openapi.yaml': 'src/engine/generated/document.ts',
  'spec/admin.openapi.yaml': 'src/admin/generated/document.ts',
};

/** @param {URL} file */
function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

for (const [spec, path] of Object.entries(modules)) {
  const value = JSON.stringify(parse(readFileSync(new URL(spec, root), 'utf8')), null, 2);
  const text = `// Generated from ${spec} at build time. Do not edit.\nexport const document = ${value} as const;\n`;
  const file = new URL(path, root);
  // An unchanged file keeps its date, so that watchers stay quiet.
  if (readIfExists(file) !== text) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
}
