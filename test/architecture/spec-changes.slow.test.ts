import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createFolder } from '../support/files.js';

const root = resolve(import.meta.dirname, '../..');

/** The files that CONTRIBUTING says the compiler names for a change. */
function listNamed(change: string): string[] {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| ${change} |`)) ?? '';
  const [, named = ''] = row.split('the compiler names');
  return [...named.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file);
}

/** Copies the project with a field `tag` in its spec, and what else a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: a document that a test changes
function copyChanged(change: (spec: any) => void = () => undefined): string {
  const folder = createFolder();
  for (const name of 'fixtures package.json scripts spec src test tsconfig.json'.split(' ')) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const path = join(folder, 'spec/animal-store.openapi.yaml');
  const spec = parse(readFileSync(path, 'utf8'));
  spec.components.schemas.NewPet.properties.tag = { type: 'string', description: 'A word.' };
  change(spec);
  writeFileSync(path, stringify(spec));
  execFileSync(process.execPath, ['scripts/generate-documents.mjs'], { cwd: folder });
  return folder;
}

test('a field, an operation, a parameter and a status of the spec, and a part of a state, lead the compiler to the places of CONTRIBUTING', () => {
  const folder = copyChanged((spec) => {
    const { '/pets': list, '/pets/{petId}': item } = spec.paths;
    const int64 = { type: 'integer', format: 'int64' };
    list.get.parameters.push({ name: 'categoryId', in: 'query', schema: int64 });
    list.post.responses['409'] = list.post.responses['400'];
    const { '200': _, ...others } = item.get.responses;
    const responses = { ...others, '204': { description: 'The animal is gone.' } };
    item.delete = { ...item.get, operationId: 'deletePet', 'x-section': '4.4', responses };
  });
  const replace = (path: string, pattern: RegExp, text: string) =>
    writeFileSync(
      join(folder, path),
      readFileSync(join(folder, path), 'utf8').replace(pattern, text),
    );
  replace('src/document/requirements.ts', /(?=readonly unusedId\?)/, 'readonly tag?: string;\n');
  replace('tsconfig.json', /"include": .*/, '"include": ["src"],');

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', '.', '--noEmit', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

  const files = [...stdout.matchAll(/^src\/(\S+)\(/gm)].map(([, file]) => file);
  const named = ['an operation', 'a query parameter', 'a status', 'a provider state'].flatMap(
    listNamed,
  );
  expect([...new Set(files)].sort()).toEqual([...new Set(named)].sort());
});

test('a field of the spec is generated, learned and matched, and verify misses it where it is lost', () => {
  const args = ['--import', 'tsx', 'test/architecture/new-field.ts'];
  const cwd = copyChanged((spec) => {
    spec.paths['/pets'].post.responses['204'] = { description: 'A response without a body.' };
  });
  const stdout = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });

  const { fixture, failed, rules, empty } = JSON.parse(stdout);
  expect(fixture).toContain('"tag": "');
  expect(failed).toEqual({
    intact: 0,
    create: expect.toSatisfy(Boolean),
    read: expect.toSatisfy(Boolean),
  });
  expect(new Set(rules)).toEqual(new Set(['"$.tag":', '"$[*].tag":']));
  expect(empty).toEqual({ status: 204 });
});
