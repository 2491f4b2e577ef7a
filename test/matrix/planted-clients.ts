import type { OpenPoint } from '../../src/index.js';

/** An answer, as a client reads it. */
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a client takes for granted what it expects
  readonly json: any;
}

/** Calls the service: a path below the address, with the key unless `headers` says otherwise. */
export type Call = (path: string, init?: RequestInit) => Promise<Answer>;

/** A client that relies on what the service does where the document is silent. */
interface PlantedClient {
  /** What it takes for granted; whether that was so. */
  readonly relies: (call: Call) => Promise<boolean>;
  /** The clock under which the point comes up. */
  readonly clock?: string;
}

const post = (body: unknown, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body: JSON.stringify(body),
});
const pet = { name: 'Rex', categoryId: 2, status: 'sold' };

/** One for each open point: all of them pass under the profile default, and under no other choice. */
export const plantedClients: Readonly<Record<OpenPoint, PlantedClient>> = {
  'omitted-status': {
    relies: async (call) =>
      !('status' in (await call('/pets', post({ name: 'Rex', categoryId: 2 }))).json),
  },
  'list-order': {
    relies: async (call) => (await call('/pets?limit=5')).json[0].name === 'Bentley',
  },
  'limit-out-of-range': {
    relies: async (call) => (await call('/pets?limit=1000')).status === 400,
  },
  'limit-malformed': {
    relies: async (call) => (await call('/pets?limit=all')).status === 400,
  },
  'unknown-status-filter': {
    relies: async (call) => (await call('/pets?status=eaten')).status === 400,
  },
  'unknown-query': {
    relies: async (call) => (await call('/pets?page=2')).status === 200,
  },
  'unknown-field': {
    relies: async (call) => {
      const { status, json } = await call('/pets', post({ ...pet, colour: 'red' }));
      return status === 201 && !('colour' in json);
    },
  },
  'malformed-pet-id': {
    relies: async (call) => (await call('/pets/rex')).status === 404,
  },
  'id-scheme': {
    relies: async (call) => {
      const first = await call('/pets', post(pet));
      const second = await call('/pets', post(pet));
      return second.json.id - first.json.id === 1;
    },
  },
  'extra-response-fields': {
    relies: async (call) =>
      Object.keys((await call('/pets', post(pet))).json).join() === 'id,name,categoryId,status',
  },
  'unknown-category': {
    relies: async (call) => (await call('/pets', post({ ...pet, categoryId: 999 }))).status === 201,
  },
  'empty-name': {
    relies: async (call) => (await call('/pets', post({ ...pet, name: '' }))).status === 201,
  },
  'media-type': {
    relies: async (call) => (await call('/pets', post(pet, 'text/plain'))).status === 400,
  },
  'error-codes': {
    relies: async (call) => {
      const { json } = await call('/pets', { headers: { Authorization: 'Bearer none' } });
      return json.code === 'unauthorized';
    },
  },
  'after-sunset': {
    clock: '2030-12-06',
    relies: async (call) => (await call('/pets/1')).status === 410,
  },
};

/** A client of a service at that address. */
export function callTo(send: typeof fetch, url: string, apiKey: string): Call {
  return async (path, init) => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...init?.headers };
    const answer = await send(`${url}${path}`, { ...init, headers });
    return { status: answer.status, json: await answer.json() };
  };
}
