import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { routes } from '../../src/admin/server-routes.js';
import { allowableNotes } from '../../src/engine/choices/notes.js';
import { openPointNames, openPoints, profileNames } from '../../src/engine/choices/open-points.js';
import { faults } from '../../src/engine/interface/message.js';
import { operations } from '../../src/engine/interface/operations.js';
import { petStatuses } from '../../src/engine/pets/pet.js';
import { maxDelay } from '../../src/engine/sandbox/preferences.js';
import { openServer } from './open.js';

const spec = parse(readFileSync(new URL('../../spec/admin.openapi.yaml', import.meta.url), 'utf8'));
const { schemas } = spec.components;
const paths = Object.entries(spec.paths as Record<string, Record<string, unknown>>);
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

test('the router has exactly the operations of the spec', () => {
  const described = paths.flatMap(([path, item]) =>
    Object.entries(item as Record<string, { readonly operationId: string }>).map(
      ([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId],
    ),
  );
  const handled = Object.entries(routes).map(([route, handler]) => [route, handler.name]);

  expect(handled.sort()).toEqual(described.sort());
});

/** A path that a template stands for, whether there is such a thing or not. */
const concrete = (template: string) => template.replace(/\{\w+\}/g, 'some');

test.for(paths)('%s answers 405 to other methods, with Allow', async ([template, item]) => {
  const { origin } = await openServer();
  const described = Object.keys(item).map((method) => method.toUpperCase());

  for (const method of methods.filter((one) => !described.includes(one))) {
    const response = await fetch(`${origin}/__admin${concrete(template)}`, { method });

    expect([method, response.status]).toEqual([method, 405]);
    const allow = response.headers.get('allow')?.split(', ') ?? [];
    const legal = allow.filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
    expect(legal.sort()).toEqual(described.sort());
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  }
});

test.for(['/', '', '/nothing', '/state/now', '//state', '/requests/count/1', '/sandboxes/a/b'])(
  'answers 404 at /__admin%s with all paths',
  async (path) => {
    const { origin } = await openServer();

    const response = await fetch(`${origin}/__admin${path}`);

    expect(response.status).toBe(404);
    const { message } = await response.json();
    for (const [template] of paths) {
      expect(message).toContain(`/__admin${template}`);
    }
  },
);

const readable = paths.filter(([template, item]) => 'get' in item && !template.includes('{'));

test.for(readable)('%s answers HEAD and OPTIONS', async ([path]) => {
  const { origin } = await openServer({ consumer: 'shop' });

  const head = await fetch(`${origin}/__admin${path}`, { method: 'HEAD' });
  const options = await fetch(`${origin}/__admin${path}`, { method: 'OPTIONS' });

  expect([head.status, await head.text()]).toEqual([200, '']);
  expect([options.status, await options.text()]).toEqual([204, '']);
  expect(options.headers.get('allow')).toMatch(/^GET, HEAD, /);
});

test.for(['/requests', '/pets', '/nothing'])('no cache keeps the response of %s', async (path) => {
  const { origin } = await openServer();

  const response = await fetch(`${origin}/__admin${path}`);

  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('ignores a slash at the end of a path', async () => {
  const { origin } = await openServer();

  for (const path of ['/settings/', '/sandboxes/', '/requests/']) {
    expect((await fetch(`${origin}/__admin${path}`)).status).toBe(200);
  }
});

test('decodes a name in a path', async () => {
  const simulator = await openServer();
  await simulator.sandbox('checkout-7').pets.add({ name: 'Rex', categoryId: 1 });

  const path = '/__admin/sandboxes/%63heckout%2D7';

  expect((await fetch(simulator.origin + path, { method: 'DELETE' })).status).toBe(204);
  expect(await simulator.sandboxes()).toHaveLength(1);
});

test('serves the spec as JSON', async () => {
  const { origin } = await openServer();

  expect(await (await fetch(`${origin}/__admin/openapi.json`)).json()).toEqual(spec);
});

const unreadable: [string, RequestInit, number][] = [
  ['is compressed', { body: '{}', headers: { 'Content-Encoding': 'gzip' } }, 415],
  ['has an unknown coding', { body: '{}', headers: { 'Content-Encoding': 'zip' } }, 415],
  [
    'has another charset',
    { body: '{}', headers: { 'Content-Type': 'text/plain; charset=latin1' } },
    415,
  ],
  [
    'has another charset in quotes',
    { body: '{}', headers: { 'Content-Type': 'a/b;Charset="utf-16"' } },
    415,
  ],
  ['is no UTF-8', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400],
  ['says a field twice', { body: '{"seed":1,"seed":2}' }, 400],
  ['is nested without end', { body: '['.repeat(60_000) }, 400],
];

test.for(unreadable)('explains a body that %s', async ([, init, status]) => {
  const { origin } = await openServer();

  const response = await fetch(`${origin}/__admin/reset`, { method: 'POST', ...init });

  expect(response.status).toBe(status);
  const { message } = await response.json();
  expect(message).toMatch(/^The body .*\.$/s);
  expect(message).not.toContain('defect');
});

test('rejects a snapshot with a pet beyond 16 MiB', async () => {
  const { origin } = await openServer();
  const piece = Buffer.alloc(1024 ** 2, 'x');

  const answer = await new Promise<{ status: number | undefined; body: unknown }>(
    (resolve, reject) => {
      const sending = request(`${origin}/__admin/state`, { method: 'PUT' }, async (response) => {
        resolve({ status: response.statusCode, body: await json(response) });
      }).on('error', reject);
      sending.write('{"pets":[{"name":"');
      Readable.from(Array.from({ length: 17 }, () => piece)).pipe(sending);
    },
  );

  expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large', status: 413 } });
});

test('explains a broken percent-encoding', async () => {
  const { origin } = await openServer();

  for (const path of ['/sandboxes/%zz/__admin/state', '/__admin/rules/%zz']) {
    const response = await fetch(origin + path, { method: 'DELETE' });

    expect([path, response.status]).toEqual([path, 400]);
    expect((await response.json()).message).toContain('percent-encoding');
  }
});

test('accepts any media type and a byte order mark', async () => {
  const { origin } = await openServer();
  const send = (body: string, type: string) =>
    fetch(`${origin}/__admin/reset`, { method: 'POST', body, headers: { 'Content-Type': type } });

  for (const type of [
    'text/plain; charset=UTF-8',
    'application/x-www-form-urlencoded',
    'nonsense',
  ]) {
    expect((await send('\uFEFF{"pets":3}', type)).status).toBe(200);
  }
});

test('no page of another origin can read a response', async () => {
  const { origin } = await openServer();
  const preflight = {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PUT' },
  };

  const answers = await Promise.all([
    fetch(`${origin}/__admin/state`),
    fetch(`${origin}/__admin/nothing`),
    fetch(`${origin}/__admin/events`, { method: 'HEAD' }),
    fetch(`${origin}/__admin/state`, { method: 'OPTIONS' }),
    fetch(`${origin}/sandboxes/x/__admin/state`, preflight),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 204, 403]);
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('the spec lists the values of the code', () => {
  const choicesIn = (name: string) =>
    Object.entries(schemas[name].properties as Record<string, { enum: string[] }>).map(
      ([point, { enum: choices }]) => [point, choices],
    );
  const choices = openPointNames.map((point) => [point, [...openPoints[point].choices]]);

  expect(schemas.OperationName.enum).toEqual(operations.map(({ name }) => name));
  expect(schemas.Profile.enum).toEqual(profileNames);
  expect(schemas.AllowedNotes.items.enum).toEqual(allowableNotes);
  expect(schemas.PetStatus.enum).toEqual(petStatuses);
  expect(schemas.Answer.properties.fault.enum).toEqual(faults);
  expect(schemas.Answer.properties.delay.maximum).toBe(maxDelay);
  expect(schemas.Latency.properties.to.maximum).toBe(maxDelay);
  expect(choicesIn('SomeChoices')).toEqual(choices);
  expect(choicesIn('AllChoices')).toEqual(choices);
  expect(schemas.AllChoices.required).toEqual(openPointNames);
  expect(schemas.NoteFilter.enum).toEqual([
    ...schemas.Note.properties.kind.enum,
    ...openPointNames,
  ]);
});
