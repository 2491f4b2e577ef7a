import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { formatVariable } from '../../src/options/option.js';
import { optionNames } from '../../src/options/table.js';
import { root } from './packed.js';

// biome-ignore lint/suspicious/noExplicitAny: a manifest is read as it is written
type Manifest = any;

const folder = join(root, 'deploy', 'kubernetes');
const manifests: readonly Manifest[] = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS()),
);
const { template } = manifests.find((one) => one.kind === 'Deployment').spec;
const { env } = template.spec.containers[0];

test('sets options that exist', () => {
  const variables = env.map(({ name }: Manifest) => name);

  expect(variables).toHaveLength(3);
  expect(optionNames.map(formatVariable)).toEqual(expect.arrayContaining(variables));
});

test('reads the secret that deploy/README.md creates', () => {
  const docs = readFileSync(join(root, 'deploy', 'README.md'), 'utf8');
  const [, secret = ''] = /create secret generic (\S+) --from/.exec(docs) ?? [];
  const keys = [...docs.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);

  const read = env.flatMap(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef ?? []);
  expect(read).toEqual(keys.map((key) => ({ name: secret, key })));
});
