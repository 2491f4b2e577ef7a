import { LosslessNumber, parse, stringify } from 'lossless-json';

/** Where the app expects the service. Without a server, something in the browser answers at this URL. */
export const storeUrl = import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:4010/v1';
const apiKey = import.meta.env.VITE_API_KEY ?? 'test-key';

export const statuses = ['available', 'pending', 'sold'] as const;
export type Status = (typeof statuses)[number];

/** Identifiers are 64-bit integers, which a JavaScript number rounds: the app keeps their digits. */
export interface Pet {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status?: Status;
}

export type NewPet = Omit<Pet, 'id'>;

/** The store refused a request, or could not be reached. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** Undefined when there was no response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Parses JSON; a number becomes the text of its digits. */
const parseExact = (text: string) => parse(text, undefined, (digits) => digits);

function toError(status: number, body: unknown): StoreError {
  const { message } = Object(body) as { readonly message?: unknown };
  return status < 500 && typeof message === 'string'
    ? new StoreError(message, status)
    : new StoreError('The store is closed for a moment. Please try again.', status);
}

async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  try {
    const response = await fetch(`${storeUrl}${path}`, { ...init, headers });
    const body = parseExact(await response.text());
    if (!response.ok) {
      throw toError(response.status, body);
    }
    return body;
  } catch (error) {
    init.signal?.throwIfAborted();
    throw error instanceof StoreError
      ? error
      : new StoreError('The store could not be reached. Please check your connection.');
  }
}

export async function listPets(status: Status | undefined, signal: AbortSignal): Promise<Pet[]> {
  const query = new URLSearchParams({ limit: '100', ...(status && { status }) });
  return (await request(`/pets?${query}`, { signal })) as Pet[];
}

export async function getPet(id: string, signal: AbortSignal): Promise<Pet> {
  return (await request(`/pets/${id}`, { signal })) as Pet;
}

export async function createPet({ categoryId, ...pet }: NewPet): Promise<Pet> {
  const body = stringify({ ...pet, categoryId: new LosslessNumber(categoryId) }) as string;
  return (await request('/pets', { method: 'POST', body })) as Pet;
}
