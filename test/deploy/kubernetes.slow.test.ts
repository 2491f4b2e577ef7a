import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Service } from 'kubernetes-types/core/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { formatVariable } from '../../src/cli/options.js';
import { optionNames } from '../../src/options/table.js';
import { root } from '../package/packed.js';

type Manifest = (Deployment | Service | PodDisruptionBudget | HorizontalPodAutoscaler) & {
  readonly apiVersion: string;
  readonly kind: string;
};

const folder = join(root, 'deploy', 'kubernetes');
const manifests = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  ),
);

/** Where the types are that are generated from the published schemas: `kubernetes-types/apps/v1`. */
function findModule({ apiVersion }: Manifest): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  return `kubernetes-types/${group}/${version}.js`;
}

/** Checks manifests as literals of these types: then TypeScript reports unknown fields, too. */
function findErrors(checked: readonly Manifest[]): string[] {
  const file = join(root, 'test', 'deploy', 'manifests.generated.ts');
  const text = checked
    .map((manifest) => {
      const type = `import('${findModule(manifest)}').${manifest.kind}`;
      return `void (${JSON.stringify(manifest)} satisfies ${type});\n`;
    })
    .join('');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const find = <Kind>(kind: string) => manifests.find((one) => one.kind === kind) as Kind;
const deployment = find<Deployment & Manifest>('Deployment');
const template = deployment.spec?.template;
const [container] = template?.spec?.containers ?? [];

test('follows the published schemas', () => {
  const misspelt = { ...deployment, metadata: { name: 'a', lables: {} } };
  const mistyped = { ...deployment, spec: { ...deployment.spec, minReadySeconds: '5' } };

  expect(findErrors(manifests)).toEqual([]);
  expect(findErrors([misspelt])).toEqual([expect.stringContaining('lables')]);
  expect(findErrors([mistyped as unknown as Manifest])).toHaveLength(1);
});

test('selects the pods of the deployment everywhere', () => {
  const { kind, apiVersion, metadata } = deployment;
  const labels = template?.metadata?.labels;

  expect(labels).toEqual({ 'app.kubernetes.io/name': 'animal-store' });
  expect(deployment.spec?.selector.matchLabels).toEqual(labels);
  expect(find<Service>('Service').spec?.selector).toEqual(labels);
  expect(find<PodDisruptionBudget>('PodDisruptionBudget').spec?.selector).toEqual({
    matchLabels: labels,
  });
  expect(find<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec?.scaleTargetRef).toEqual({
    apiVersion,
    kind,
    name: metadata?.name,
  });
});

test('sets options that exist', () => {
  const variables = container?.env?.map(({ name }) => name) ?? [];

  expect(variables).toHaveLength(3);
  expect(optionNames.map(formatVariable)).toEqual(expect.arrayContaining(variables));
});

test('reads the secret that docs/scaling.md creates', () => {
  const docs = readFileSync(join(root, 'docs', 'scaling.md'), 'utf8');
  const [, secret = ''] = /create secret generic (\S+) --from/.exec(docs) ?? [];
  const keys = [...docs.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);

  const read = container?.env?.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  expect(read).toEqual(keys.map((key) => ({ name: secret, key })));
});

test('leaves a replica time to stop', () => {
  const delay = container?.env?.find(({ name }) => name === 'ANIMAL_STORE_SHUTDOWN_DELAY');
  const [, preStop] = container?.lifecycle?.preStop?.exec?.command ?? [];

  // 1.5 seconds for open requests, and as much again for a busy node.
  expect(template?.spec?.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(preStop) + Number(delay?.value) / 1_000 + 3,
  );
});

test('runs without privileges, with a read-only file system', () => {
  expect([template?.spec?.securityContext, container?.securityContext]).toMatchObject([
    { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  ]);
});
