import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root, runNode } from '../../package/packed.js';
import { readCommands, snippetsIn } from '../../package/readme/blocks.js';
import { createFolder } from '../../support/files.js';
import { shops } from './contract-files.js';

const require = createRequire(import.meta.url);
const program = join(dirname(require.resolve('@pactflow/openapi-pact-comparator')), 'cli.cjs');
const spec = readFileSync(join(root, 'spec/animal-store.openapi.yaml'), 'utf8');

/** Runs the command of the documentation, with a document of a service and the contract of a shop. */
async function compare(document: string, shop: string) {
  const [command] = snippetsIn('sh')
    .filter(({ file }) => file === 'docs/contracts.md')
    .flatMap(readCommands)
    .filter((one) => one.startsWith('npx openapi-pact-comparator '));
  const file = join(createFolder(), 'openapi.yaml');
  writeFileSync(file, document);
  const args = `${command}`.split(' ').slice(2);
  const paths = args.map((one) =>
    one.replace('openapi.yaml', file).replace('contracts/shop.json', shop),
  );
  return runNode(root, [program, ...paths]);
}

test('the documented command finds a service without an operation that a shop needs', async () => {
  const [shop] = shops;
  const other = spec.replace('/pets/{petId}', '/animals/{petId}');

  expect((await compare(spec, `${shop?.path}`)).code).toBe(0);
  expect(await compare(other, `${shop?.path}`)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('request.path-or-method.unknown'),
  });
});
