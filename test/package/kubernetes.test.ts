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

const find = (kind: string): Manifest => manifests.find((one) => one.kind === kind);
const deployment = find('Deployment');
const template = deployment.spec?.template;
const [container] = template?.spec?.containers ?? [];

test('selects the pods of the deployment everywhere', () => {
  const { kind, apiVersion, metadata } = deployment;
  const labels = template?.metadata?.labels;

  expect(labels).toEqual({ 'app.kubernetes.io/name': 'animal-store' });
  expect(deployment.spec?.selector.matchLabels).toEqual(labels);
  expect(find('Service').spec?.selector).toEqual(labels);
  expect(find('PodDisruptionBudget').spec?.selector).toEqual({
    matchLabels: labels,
  });
  expect(find('HorizontalPodAutoscaler').spec?.scaleTargetRef).toEqual({
    apiVersion,
    kind,
    name: metadata?.name,
  });
});

test('sets options that exist', () => {
  const variables = container?.env?.map(({ name }: Manifest) => name) ?? [];

  expect(variables).toHaveLength(3);
  expect(optionNames.map(formatVariable)).toEqual(expect.arrayContaining(variables));
});

test('reads the secret that deploy/README.md creates', () => {
  const docs = readFileSync(join(root, 'deploy', 'README.md'), 'utf8');
  const [, secret = ''] = /create secret generic (\S+) --from/.exec(docs) ?? [];
  const keys = [...docs.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);

  const read = container?.env?.flatMap(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef ?? []);
  expect(read).toEqual(keys.map((key) => ({ name: secret, key })));
});
