import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { callAtOnce, openServer, overHttp } from './open.js';

type Server = Awaited<ReturnType<typeof openServer>>;

/** The answer of GET /__admin/pets. */
async function listPets({ origin }: Server, query: string) {
  const response = await fetch(`${origin}/__admin/pets?${query}`);
  const { pets, total, message } = await response.json();
  return { ids: pets?.map(({ id }: { id: string }) => id), total, message };
}

overHttp('lists a page of the pets, and how many there are', async () => {
  const server = await openServer({ pets: 5 });
  await server.sandbox('default').pets.remove(2);

  expect(await listPets(server, 'limit=2')).toEqual({ ids: ['1', '3'], total: 4 });
  expect(await listPets(server, 'limit=2&skip=2')).toEqual({ ids: ['4', '5'], total: 4 });
  expect(await listPets(server, 'skip=3')).toEqual({ ids: ['5'], total: 4 });
  expect(await listPets(server, 'limit=2&skip=4')).toEqual({ ids: [], total: 4 });
});

overHttp('finds pets by a part of the name, the id and the status', async () => {
  const server = await openServer({ fixture: 'empty' });
  const { pets } = server.sandbox('default');
  const largest = 9_223_372_036_854_775_807n;
  await pets.add({ id: 1, name: 'Rex "the\n Ünique"', categoryId: 1, status: 'sold' });
  await pets.add({ id: largest, name: 'Max', categoryId: 1 });
  await pets.add({ id: 12, name: 'Maxi', categoryId: 1, status: 'sold' });
  const find = async (query: string) => (await listPets(server, query)).ids;

  expect(await find(`search=${encodeURIComponent('"the\n ünI')}`)).toEqual(['1']);
  expect(await find('search=max&limit=1')).toEqual([String(largest)]);
  expect(await find(`search=${largest}`)).toEqual([String(largest)]);
  expect(await find('search=1')).toEqual(['1']);
  expect(await find('status=none')).toEqual([String(largest)]);
  expect(await find('status=sold&search=max')).toEqual(['12']);
});

overHttp('says how large a page may be', async () => {
  const { message } = await listPets(await openServer(), 'limit=1001');

  expect(message).toContain('limit');
  expect(message).toContain('must be at most 1000; got 1001');
});

/** Asks for all pets, and reads nothing of the answer. */
async function openList(origin: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${origin}/__admin/pets`, { agent: false }), 'response');
  response.on('error', () => {});
  return response;
}

/** Opens as many lists as are sent at a time, each longer than the buffers of a connection. */
async function openLists() {
  const server = await openServer({ fixture: 'empty' });
  const body = JSON.stringify({ name: 'x'.repeat(1_000_000), categoryId: 1 });
  const call = { method: 'POST', path: '/pets', body };
  await callAtOnce(12, { fetch }, server.sandbox('default'), call);
  const open = await Promise.all(Array.from({ length: 4 }, () => openList(server.origin)));
  return { server, open };
}

overHttp('sends at most four lists at a time, as each keeps its pets in memory', async () => {
  const { server, open } = await openLists();
  let isWaiting = true;

  const fifth = openList(server.origin).finally(() => {
    isWaiting = false;
  });
  await server.sandbox('default').rules();
  expect(isWaiting).toBe(true);
  open[0]?.destroy();

  expect((await fifth).statusCode).toBe(200);
  for (const response of [...open, await fifth]) {
    response.destroy();
  }
});

overHttp('sends a page of pets while nobody reads the lists', async () => {
  const { server, open } = await openLists();

  expect(await listPets(server, 'limit=1')).toMatchObject({ ids: ['1'], total: 12 });

  for (const response of open) {
    response.destroy();
  }
});
