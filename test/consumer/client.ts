import { isInteger, parse, stringify } from 'lossless-json';
import createFetchClient from 'openapi-fetch';
import type { components, operations, paths } from '../../src/engine/generated/types.js';

type Schemas = components['schemas'];
export type NewPet = Schemas['NewPet'];
type Pet = Schemas['Pet'];
export type PetStatus = Schemas['PetStatus'];
type ListQuery = NonNullable<operations['listPets']['parameters']['query']>;

/** An Error of the service. */
export class AnimalStoreError extends Error {
  override readonly name = 'AnimalStoreError';
  readonly code: string;
  readonly status: number;

  constructor({ code, message, status }: Schemas['Error']) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The consumer of the contract: the three operations, with int64 exact both ways. */
export interface Client {
  listPets(query?: ListQuery): Promise<Pet[]>;
  createPet(pet: NewPet): Promise<Pet>;
  getPet(petId: bigint): Promise<Pet>;
}

export interface ClientOptions {
  /** Ends in the version in production. */
  readonly baseUrl: string;
  /** The whole value of the header; without it, none is sent. */
  readonly authorization: string | undefined;
}

/** Reads JSON without losing a digit: an integer becomes a bigint. */
export function readJson(text: string): unknown {
  return parse(text, undefined, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
}

function readError(body: unknown): AnimalStoreError {
  const { code, message, status } = body as Schemas['Error'];
  return new AnimalStoreError({ code, message, status: Number(status) });
}

export function createClient({ baseUrl, authorization }: ClientOptions): Client {
  const api = createFetchClient<paths>({
    baseUrl,
    headers: authorization === undefined ? {} : { Authorization: authorization },
    bodySerializer: (body) => stringify(body) as string,
  });

  /** openapi-fetch would parse with `JSON.parse`, which rounds: so it hands over the text. */
  async function receive(answer: Promise<{ data?: string; error?: unknown }>): Promise<unknown> {
    const { data, error } = await answer;
    if (data === undefined) {
      throw readError(error);
    }
    return readJson(data);
  }

  return {
    listPets: async (query = {}) =>
      (await receive(api.GET('/pets', { params: { query }, parseAs: 'text' }))) as Pet[],
    createPet: async (body) => (await receive(api.POST('/pets', { body, parseAs: 'text' }))) as Pet,
    getPet: async (petId) => {
      const params = { path: { petId } };
      return (await receive(api.GET('/pets/{petId}', { params, parseAs: 'text' }))) as Pet;
    },
  };
}
