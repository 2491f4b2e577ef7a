import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../packed.js';
import { findLast, readStages, type Stage } from './dockerfile.js';

const readCompose = (path: string) =>
  parse(readFileSync(join(root, path), 'utf8'), { merge: true });
const compose = readCompose('compose.yaml');
const scaled = readCompose('deploy/compose.yaml');

const service = compose.services['animal-store'];

test('publishes the exposed port on loopback', () => {
  const [port] = findLast(readStages().at(-1) as Stage, 'EXPOSE').words;

  expect(service.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});

test('names the replicas as HAProxy calls them', () => {
  const configuration = readFileSync(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  const servers = [...configuration.matchAll(/^ {2}server .*-(replica-\d):(\d+)}"$/gm)];

  const replicas = Object.keys(scaled.services).filter((name) => name.startsWith('replica'));

  expect(servers.map(([, name, port]) => [name, port])).toEqual(
    replicas.map((name) => [name, '4010']),
  );
});
