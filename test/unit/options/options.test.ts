import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSimulator, type SimulatorOptions, UsageError } from '../../../src/index.js';
import { resolveSimulatorOptions } from '../../../src/options/config-file.js';
import { resolveOptions } from '../../../src/options/resolve.js';
import { createFolder } from '../../support/files.js';

const messageOf = (options: unknown): string => {
  try {
    createSimulator(options as SimulatorOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

/** By option: wrong values, and what the message must contain. */
const wrong: Record<string, { values: unknown[]; legal: string }> = {
  port: { values: [-1, 65_536, 1.5, 'banana', '', null, Number.NaN, '1e3'], legal: '0 to 65535' },
  host: { values: ['', ' ', 5], legal: '127.0.0.1' },
  tlsCert: { values: ['', 5], legal: 'PEM' },
  tlsKey: { values: ['', 5], legal: 'PEM' },
  store: {
    values: ['', 'localhost:6379', 'redis://', 'redis://a/x', 'redis://a,b/1', 'redis://%'],
    legal: 'valkey://user:password@host:6379/0',
  },
  sandboxTtl: { values: ['', '24', 86_400, '0s', '31d', '1w', -1], legal: '1s to 30d' },
  shutdownDelay: { values: [-1, 300_001, 'soon'], legal: '300000' },
  seed: { values: [-1, 4_294_967_296, '0x10', 0.5], legal: '0 to 4294967295' },
  pets: { values: [-1, 1_000_001, 'many'], legal: '0 to 1000000' },
  fixture: { values: ['', 5], legal: 'fixture' },
  profile: { values: ['Strict', '', null], legal: 'default, strict, lenient, hostile' },
  choices: { values: [{ 'list-order': 'x' }, 'list-order=x'], legal: 'list-order=newest-first' },
  clock: { values: ['2030-13-01', '2030-02-30', 5, '2030', new Date('x')], legal: 'ISO 8601' },
  errors: {
    values: [
      ...[{ status: 404 }, { body: 1 }, { status: 200, body: 1 }, { status: '404', body: 1 }],
      ...[{ status: 404, body: 1, mediaType: 5 }, 5],
    ].map((error) => ({ not_found: error })),
    legal: 'with a status from 400 to 599',
  },
  accepts: { values: ['eggs', ['eggs'], 5], legal: 'number-as-name' },
  extraFields: { values: ['{', [], 5], legal: 'an object such as {"createdAt"' },
  allow: { values: ['', 'opened', ['open', 5], {}], legal: 'violation, mismatch, omitted-status' },
  delay: { values: [-1, '300-100', 'slow', 60_001, [5]], legal: 'a range such as 100-300' },
  deprecatedSince: { values: ['soon', 5], legal: 'ISO 8601' },
  pact: { values: ['', 5], legal: 'the path of a JSON file' },
  consumer: { values: ['', ' shop', 'a\nb', 'a'.repeat(101), 5], legal: 'up to 100 printable' },
  needs: { values: ['', 'Pot', 'Shop=id', { Shop: [] }, 5], legal: 'the fields that are read' },
  apiKey: { values: ['', 'a b', [], [''], 'ä'], legal: 'test-key' },
  adminToken: { values: ['', 'two words', 'é', 5], legal: 'a token of printable ASCII' },
  corsOrigin: {
    values: ['', 'localhost', 'http://a/b', 'HTTP://A', 'http://a:80', 'app://a/b', []],
    legal: 'http://localhost:3000',
  },
  corsCredentials: { values: ['', 'yes', 1, null], legal: 'true or false' },
  logLevel: { values: ['loud', 3], legal: 'silent, error, info, debug' },
  logFormat: { values: ['xml'], legal: 'auto, pretty, json' },
  maxBody: { values: [0, '1GB', '-1', 'MiB'], legal: '1MiB' },
  maxSandboxes: { values: [0, 100_001, 'all'], legal: '2 to 100000' },
  maxPetMemory: { values: [0, '2GB', -1, 'many'], legal: '256MiB' },
  maxJournalSize: { values: [0, '2GB', -1, 'many'], legal: '64MiB' },
  maxJournal: { values: [-1, 1.5, 100_001, 'many'], legal: 'from 0 to 100000' },
};

test.each(Object.entries(wrong))('rejects a wrong %s', (name, { values, legal }) => {
  for (const value of values) {
    const message = messageOf({ [name]: value });

    expect(message).toMatch(/^The option \w+ must be .*; (?:got .*|the value is not shown)\./);
    expect(message).toContain(`The option ${name} `);
    expect(message).toContain(legal);
  }
});

test.each(['apiKey', 'adminToken', 'store'])('does not repeat a wrong %s', (name) => {
  const message = messageOf({ [name]: 'my secret' });

  expect(message).toMatch(/; the value is not shown\.$/);
  expect(message).not.toContain('secret');
});

test.each([
  [{ sed: 7 }, /^The option sed is unknown\. Use port, .* Did you mean seed\?$/],
  [{ 'log-level': 'info' }, / Did you mean logLevel\?$/],
  [{ profile: 'hostle' }, / got "hostle"\. Did you mean hostile\?$/],
  [{ profile: 'mine' }, / got "mine"\.$/],
  [{ choices: 'list-ordr=shuffled' }, / Did you mean list-order\?$/],
  [{ allow: 'open,list-oder' }, / Did you mean list-order\?$/],
  [{ needs: { Pet: ['nmae'] } }, / Did you mean name\?$/],
])('suggests the nearest word: %j', (options, message) => {
  expect(messageOf(options)).toMatch(message);
});

test.each([undefined, '*', 'none'])(
  'rejects CORS credentials with the origins %s',
  (corsOrigin) => {
    expect(messageOf({ corsCredentials: true, corsOrigin })).toMatch(
      /^The option corsCredentials requires a list .* Set --cors-origin \(corsOrigin\) to the origins/,
    );
  },
);

test.each(['pact', 'store'])('createSimulator, which has no end, refuses %s', (name) => {
  expect(messageOf({ [name]: 'valkey://a', consumer: 'shop' })).toContain(
    `The option ${name} requires startSimulator`,
  );
});

test.each([
  ['store', 'valkey://a', 'redis://a'],
  ['store', 'redis://user:p%40ss@b:2/2', 'redis://user:p%40ss@b:2/2'],
  ['store', 'valkeys://:secret@[::1]:7000', 'rediss://:secret@[::1]:7000'],
  ['sandboxTtl', '90s', 90_000],
  ['sandboxTtl', '2d', 172_800_000],
  ['port', '4010', 4010],
  ['maxBody', '64KiB', 65_536],
  ['delay', '100-300', { from: 100, to: 300 }],
  ['apiKey', 'a, b', ['a', 'b']],
  ['corsOrigin', 'http://a,http://b', ['http://a', 'http://b']],
  ['corsOrigin', 'null,capacitor://localhost', ['null', 'capacitor://localhost']],
  ['corsOrigin', '*', '*'],
  ['corsCredentials', 'false', false],
  ['corsOrigin', 'none', []],
  [
    'choices',
    'list-order=shuffled, empty-name=reject',
    { 'list-order': 'shuffled', 'empty-name': 'reject' },
  ],
  ['clock', '2030-12-05', new Date('2030-12-05')],
  ['accepts', 'number-as-name', ['number-as-name']],
  ['allow', [], []],
])('reads %s from text', (name, text, value) => {
  const resolved = resolveSimulatorOptions({ [name]: text } as SimulatorOptions);

  expect(resolved[name as 'port']).toEqual(value);
});

test('reads needs from texts as from an object', () => {
  const wanted = { Pet: ['id', 'name'], Error: ['status'] } as const;
  const read = (value: unknown) => resolveOptions({ needs: { value, label: 'needs' } }).needs;
  expect(read(wanted)).toEqual(wanted);
  expect(read('Error=status,Pet=name,id')).toEqual(wanted);
  expect(read(['Pet=name', 'Pet=id', 'Error=status'])).toEqual(wanted);
  expect(read('Pet=')).toEqual({ Pet: [] });
});

test.for([
  ['{"seed":1,"pets":3}', { seed: 7 }, { seed: 7, pets: 3, fixture: 'default' }],
  ['{"fixture":"empty"}', { pets: 3 }, { pets: 3, fixture: 'default' }],
  ['{"pets":3}', { fixture: 'empty' }, { pets: 50, fixture: 'empty' }],
  ['{}', { fixture: 'default', pets: 4 }, { pets: 4, fixture: 'default' }],
  ['{"fixture":"empty","pets":3}', { seed: 7, pets: 4 }, { pets: 4, fixture: 'default' }],
] as const)('the config file %s and %j', async ([text, options, expected]) => {
  const folder = createFolder();
  const config = join(folder, 'animal-store.json');
  await writeFile(config, text);

  expect(resolveSimulatorOptions({ config, ...options })).toMatchObject(expected);
});

test('paths in a config file are relative to it', async () => {
  const folder = createFolder();
  const paths = { fixture: 'pets.json', pact: 'a/b.json', tlsCert: '../c.pem', tlsKey: 'k.pem' };
  const config = join(folder, 'animal-store.json');
  await writeFile(config, JSON.stringify({ ...paths, consumer: 'shop' }));

  const resolved = resolveSimulatorOptions({ config });

  for (const [name, path] of Object.entries(paths)) {
    expect(resolved[name as 'pact']).toBe(join(folder, path));
  }
});
