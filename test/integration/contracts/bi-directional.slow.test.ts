import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommands, snippetsIn } from '../../package/readme/blocks.js';
import { createFolder } from '../../support/files.js';
import { root, runProgram } from './run-program.js';
import { shops } from './shops.js';

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
  return runProgram(process.execPath, [program, ...paths], { environment: {}, folder: root });
}

test.for(shops)('the document of the service has what $name needs', async ({ file }) => {
  expect((await compare(spec, file)).code).toBe(0);
});

test('a document without getPet does not have what a shop needs', async () => {
  const [shop] = shops;
  const { code, stdout } = await compare(
    spec.replace('/pets/{petId}', '/animals/{petId}'),
    `${shop?.file}`,
  );

  expect(code).toBe(1);
  expect(stdout).toContain('request.path-or-method.unknown');
});
