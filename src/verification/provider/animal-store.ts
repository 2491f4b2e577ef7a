import { type NewPet, type Pet, type PetStatus, writePet } from '../../engine/pets/pet.js';
import { Broken, Stale } from '../verdict.js';
import { brokenBy } from './evidence.js';
import type { Exchange, Provider, ProviderCall } from './provider.js';
import { readErrorAnswer, readPetAnswer, readPetsAnswer } from './read-answer.js';
import { NoAnswer, type RawAnswer } from './transport.js';

/** A NewPet as JSON, every digit kept. */
export function writeNewPet({ name, categoryId, status }: NewPet): string {
  const members = [`"name":${JSON.stringify(name)}`, `"categoryId":${categoryId}`];
  return `{${[...members, ...(status === undefined ? [] : [`"status":"${status}"`])].join(',')}}`;
}

/** Whether two tell the same of a pet, in the fields that the document has. */
export function isSamePet(one: Pet, other: Pet): boolean {
  return writePet(one.id, one) === writePet(other.id, other);
}

/** The query of listPets. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** A page and the exchange that it came in. */
export interface Page {
  readonly pets: readonly Pet[];
  readonly exchange: Exchange;
}

/** A pet and the exchange that it came in. */
export interface Told {
  readonly pet: Pet;
  readonly exchange: Exchange;
}

const pathOf = ({ limit, status }: ListQuery) => {
  const query = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join('&');
  return query === '' ? '/pets' : `/pets?${query}`;
};

/**
 * The three operations of a provider. Each call is held to its own promises: the status, the content
 * type and the shape of the body, and what the request alone says about the answer.
 *
 * @throws {Broken} by every method, when the answer isn't what the document says
 */
export class AnimalStore {
  readonly provider: Provider;

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** listPets: a page that is no longer than its limit, shows no pet twice, and none but those asked for. */
  async list(query: ListQuery = {}): Promise<Page> {
    const { limit = 20, status } = query;
    const exchange = await this.provider.call({ method: 'GET', path: pathOf(query) });
    const pets = this.read(exchange, 200, 'Pets', readPetsAnswer);
    if (pets.length > limit) {
      throw this.broken(exchange, `at most ${limit} pets`, `${pets.length} pets`);
    }
    const other = status && pets.find((pet) => pet.status !== status);
    if (other) {
      const what = other.status ?? 'none';
      throw this.broken(exchange, `only pets with the status ${status}`, `one with ${what}`);
    }
    const ids = new Set<bigint>();
    for (const { id } of pets) {
      if (ids.has(id)) {
        throw this.broken(exchange, 'every pet at most once', `the identifier ${id} twice`);
      }
      ids.add(id);
    }
    return { pets, exchange };
  }

  /** createPet: the pet as it was sent, with an identifier. */
  async create(newPet: NewPet, body?: string): Promise<Told> {
    return this.readCreated(await this.post(newPet, body), newPet);
  }

  /** createPet with something that a provider may refuse with a 400; nothing when it does. */
  async offer(newPet: NewPet, body?: string): Promise<Told | undefined> {
    const exchange = await this.post(newPet, body);
    if (!(exchange.answer instanceof NoAnswer) && exchange.answer.status === 400) {
      this.read(exchange, 400, 'an Error', readErrorAnswer);
      return undefined;
    }
    return this.readCreated(exchange, newPet);
  }

  /** Calls createPet; what comes is not looked at yet. */
  post(newPet: NewPet, body = writeNewPet(newPet)): Promise<Exchange> {
    return this.provider.call({ method: 'POST', path: '/pets', body });
  }

  /** Reads what came of a createPet that has to succeed. */
  readCreated(exchange: Exchange, newPet: NewPet): Told {
    const pet = this.read(exchange, 201, 'the Pet', readPetAnswer);
    const expected = { ...newPet, id: pet.id };
    // Which status a pet has that was created without one is not stated (section 3).
    const told = newPet.status === undefined ? withoutStatus(pet) : pet;
    if (!isSamePet(told, expected)) {
      throw this.broken(exchange, `201 with the pet as it was sent, and its identifier`);
    }
    return { pet, exchange };
  }

  /** getPet: the pet with that identifier. */
  async get(id: bigint): Promise<Told> {
    const exchange = await this.provider.call({ method: 'GET', path: `/pets/${id}` });
    if (!(exchange.answer instanceof NoAnswer) && exchange.answer.status === 404) {
      throw this.stale(exchange, '200 with the Pet');
    }
    const pet = this.read(exchange, 200, 'the Pet', readPetAnswer);
    if (pet.id !== id) {
      throw this.broken(exchange, `the pet with the identifier ${id}`, `the one with ${pet.id}`);
    }
    return { pet, exchange };
  }

  /** Whether getPet answers with this pet; anything else than the pet says no. */
  async exists(id: bigint): Promise<boolean> {
    try {
      await this.get(id);
      return true;
    } catch (error) {
      if (error instanceof Broken) {
        return false;
      }
      throw error;
    }
  }

  /** A call that is answered with that status and an Error. */
  async refused(call: ProviderCall, status: 400 | 401 | 404): Promise<void> {
    this.read(await this.provider.call(call), status, 'an Error', readErrorAnswer);
  }

  /** Reads an answer that has to have a status and a shape. */
  read<T>(exchange: Exchange, status: number, what: string, read: (answer: RawAnswer) => T): T {
    const { answer } = exchange;
    const expected = `${status} with ${what}`;
    if (answer instanceof NoAnswer || answer.status !== status) {
      throw this.broken(exchange, expected);
    }
    try {
      return read(answer);
    } catch (error) {
      throw this.broken(exchange, expected, (error as Error).message);
    }
  }

  broken(exchange: Exchange, expected: string, why?: string) {
    return brokenBy(this.provider, exchange, expected, why);
  }

  /** The same, where a store that lags behind could have answered so for a while. */
  stale(exchange: Exchange, expected: string, why?: string) {
    return new Stale(this.broken(exchange, expected, why).evidence);
  }
}

function withoutStatus({ status: _status, ...pet }: Pet): Pet {
  return pet;
}
