import { isInteger, parse, stringify } from 'lossless-json';
import type { components, operations } from '../../src/document/generated/types.js';

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
  async function call<Result>(path: string, body?: unknown): Promise<Result> {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: stringify(body) as string }),
    });
    const result = readJson(await response.text());
    if (!response.ok) {
      throw readError(result);
    }
    return result as Result;
  }

  return {
    listPets: (query = {}) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      );
      return call<Pet[]>(search.size === 0 ? '/pets' : `/pets?${search}`);
    },
    createPet: (body) => call<Pet>('/pets', body),
    getPet: (petId) => call<Pet>(`/pets/${petId}`),
  };
}
