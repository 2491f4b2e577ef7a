import type { OpenPoint } from '../../../src/document/open-points.js';

/** A response as a client reads it. */
interface ClientResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a client reads what it expects
  readonly json: any;
}

/** Calls a path below the base URL, with the key unless `headers` has another. */
export type Call = (path: string, init?: RequestInit) => Promise<ClientResponse>;

/** A client that depends on an open point. */
interface PlantedClient {
  /** Checks its assumption. */
  readonly holds: (call: Call) => Promise<boolean>;
  /** The clock with which its requests use the point. */
  readonly clock?: string;
}

const post = (body: unknown, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body: JSON.stringify(body),
});
const pet = { name: 'Rex', categoryId: 2, status: 'sold' };

/** One for each open point; it passes with the profile default and no other choice. */
export const plantedClients: Readonly<Record<OpenPoint, PlantedClient>> = {
  'omitted-status': {
    holds: async (call) =>
      !('status' in (await call('/pets', post({ name: 'Rex', categoryId: 2 }))).json),
  },
  'list-order': {
    holds: async (call) => (await call('/pets?limit=5')).json[0].name === 'Bentley',
  },
  'limit-out-of-range': {
    holds: async (call) => (await call('/pets?limit=1000')).status === 400,
  },
  'limit-malformed': {
    holds: async (call) => (await call('/pets?limit=all')).status === 400,
  },
  'unknown-status-filter': {
    holds: async (call) => (await call('/pets?status=eaten')).status === 400,
  },
  'unknown-query': {
    holds: async (call) => (await call('/pets?page=2')).status === 200,
  },
  'unknown-field': {
    holds: async (call) => {
      const { status, json } = await call('/pets', post({ ...pet, colour: 'red' }));
      return status === 201 && !('colour' in json);
    },
  },
  'malformed-pet-id': {
    holds: async (call) => (await call('/pets/rex')).status === 404,
  },
  'id-scheme': {
    holds: async (call) => {
      const first = await call('/pets', post(pet));
      const second = await call('/pets', post(pet));
      return second.json.id - first.json.id === 1;
    },
  },
  'extra-response-fields': {
    holds: async (call) =>
      Object.keys((await call('/pets', post(pet))).json).join() === 'id,name,categoryId,status',
  },
  'unknown-category': {
    holds: async (call) => (await call('/pets', post({ ...pet, categoryId: 999 }))).status === 201,
  },
  'empty-name': {
    holds: async (call) => (await call('/pets', post({ ...pet, name: '' }))).status === 201,
  },
  'media-type': {
    holds: async (call) => (await call('/pets', post(pet, 'text/plain'))).status === 400,
  },
  'error-codes': {
    holds: async (call) => {
      const { json } = await call('/pets', { headers: { Authorization: 'Bearer none' } });
      return json.code === 'unauthorized';
    },
  },
  'after-sunset': {
    clock: '2030-12-06',
    holds: async (call) => (await call('/pets/1')).status === 410,
  },
};

/** Creates a client of the service at that URL. */
export function createCall(send: typeof fetch, url: string, apiKey: string): Call {
  return async (path, init) => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...init?.headers };
    const response = await send(`${url}${path}`, { ...init, headers });
    return { status: response.status, json: await response.json() };
  };
}
