import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, openFolder, pack, root, runNode, type Tarball } from './packed.js';

const require = createRequire(import.meta.url);

let folder: Folder;
let tarball: Tarball;

beforeAll(async () => {
  folder = await openFolder();
  tarball = await pack(folder.path);
});

afterAll(() => folder.remove());

/** All files of the tarball match one of these. */
const shipped = [
  /^dist\/(?!cli\/|matrix\/)(?:[a-z0-9-]+\/)*[a-z0-9-]+\.(?:c?js|d\.c?ts)$/,
  /^dist\/console\/(?:index\.html|console\/[a-zA-Z-]+-[0-9a-f]{8}\.(?:js|css))$/,
  /^spec\/(?:[a-z-]+\.openapi\.yaml|interface\.md)$/,
  /^fixtures\/[a-z-]+\.json$/,
  /^contracts\/[a-z-]+\.json$/,
  /^docs\/[a-z-]+\.(?:md|svg)$/,
  /^docs\/console\/[a-z]+-(?:light|dark)\.webp$/,
  /^examples\/(?:curl|playwright|vitest)\/(?:contracts\/)?[a-z.-]+\.(?:ts|mjs|html|sh|json)$/,
  /^examples\/react-offline\/(?:(?:src|tests|public)\/)?(?:offline\/)?[a-zA-Z.-]+\.(?:tsx?|html|css|svg|json|md)$/,
  /^examples\/providers\/(?:README\.md|[a-z]+\/(?:(?:natural|fixed)\.(?:js|py|rb)|package\.json|Gemfile))$/,
  /^dist\/docs\/(?:docs\.(?:js|css)|swagger-ui(?:-bundle)?\.(?:js|css)(?:\.LICENSE\.txt)?|LICENSE|NOTICE)$/,
  /^dist\/third-party-licenses\.txt$/,
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
];

test('the tarball has no tests, sources or traces of a build', () => {
  const others = tarball.files
    .map(({ path }) => path)
    .filter((path) => !shipped.some((pattern) => pattern.test(path)));

  expect(others).toEqual([]);
});

test.for([
  'README.md',
  'LICENSE',
  'dist/main.cjs',
  'dist/pact-child.cjs',
  'dist/console/index.html',
  'dist/docs/docs.js',
  'dist/third-party-licenses.txt',
  'spec/animal-store.openapi.yaml',
  'dist/pact-child.cjs',
  'fixtures/default.json',
  'contracts/animal-store-client-animal-store.json',
])('the tarball has %s', (path) => {
  expect(tarball.files.map((file) => file.path)).toContain(path);
});

test('publint finds nothing in the tarball', async () => {
  const bytes = await readFile(tarball.path);
  const arrayBuffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

  const { messages, pkg } = await publint({
    pack: { tarball: arrayBuffer as ArrayBuffer },
    strict: true,
  });

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('@arethetypeswrong/cli resolves the types wherever ES modules resolve', async () => {
  const manifest = require.resolve('@arethetypeswrong/cli/package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: { attw: string } };
  const attw = join(dirname(manifest), bin.attw);

  const outcome = await runNode(root, [attw, tarball.path, '--profile', 'esm-only']);

  expect(outcome.code, outcome.stdout).toBe(0);
});
