import type { NewPet, Pet, PetStatus } from '../../engine/pets/pet.js';
import type { Decision } from '../decisions.js';
import { Advice, CheckFailed, catchError, StaleResponse } from '../result.js';
import type { Exchange, FailureDetails, Provider, ProviderRequest } from './provider.js';
import {
  parseErrorResponse,
  parsePetResponse,
  parsePetsResponse,
  ResponseError,
} from './read-response.js';
import { NoResponse, type RawResponse } from './transport.js';

/** Formats a NewPet as JSON, with every digit. */
export function formatNewPet({ name, categoryId, status }: NewPet): string {
  const members = [`"name":${JSON.stringify(name)}`, `"categoryId":${categoryId}`];
  return `{${[...members, ...(status === undefined ? [] : [`"status":"${status}"`])].join(',')}}`;
}

/** Whether two pets have equal fields, as far as the document defines them. */
export function isSamePet(one: Pet, other: Pet): boolean {
  return (
    one.id === other.id &&
    one.name === other.name &&
    one.categoryId === other.categoryId &&
    one.status === other.status
  );
}

/** A status that the document does not exclude, and why. */
export interface Arguable {
  readonly status: number;
  readonly decision: Decision;
}

export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

export interface ReceivedPage {
  readonly pets: readonly Pet[];
  readonly exchange: Exchange;
}

export interface ReceivedPet {
  readonly pet: Pet;
  readonly exchange: Exchange;
}

function formatListPath({ limit, status }: ListQuery): string {
  const query = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join('&');
  return query === '' ? '/pets' : `/pets?${query}`;
}

/**
 * The three operations of a provider. Each response must meet its own requirements: the status, the
 * content type, the shape of the body, and whatever follows from the request.
 *
 * @throws {CheckFailed} by every method, when the response contradicts the document
 */
export class AnimalStore {
  readonly provider: Provider;

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** listPets: at most `limit` pets, each one once, all with the requested status. */
  async list(query: ListQuery = {}): Promise<ReceivedPage> {
    const { limit = 20, status } = query;
    const exchange = await this.provider.send({ method: 'GET', path: formatListPath(query) });
    const pets = this.read(exchange, 200, 'Pets', parsePetsResponse);
    if (pets.length > limit) {
      throw this.failure(exchange, `at most ${limit} pets`, `the page has ${pets.length} pets`);
    }
    const other = status && pets.find((pet) => pet.status !== status);
    if (other) {
      const problem = `the status of the pet ${other.id} is ${other.status ?? 'missing'}`;
      throw this.failure(exchange, `only pets with the status ${status}`, problem);
    }
    const ids = new Set<bigint>();
    for (const { id } of pets) {
      if (ids.has(id)) {
        throw this.failure(exchange, 'every pet at most once', `the id ${id} appears twice`);
      }
      ids.add(id);
    }
    return { pets, exchange };
  }

  /** createPet: the pet as it was sent, with an id. */
  async create(newPet: NewPet, body?: string): Promise<ReceivedPet> {
    return this.readCreated(await this.post(newPet, body), newPet);
  }

  /** createPet with values that a provider may reject with 400; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    const exchange = await this.post(newPet, body);
    if (exchange.response.status === 400) {
      this.read(exchange, 400, 'an Error', parseErrorResponse);
      return undefined;
    }
    if (exchange.response.status !== 201) {
      const expected = '201 with the Pet, or 400 with an Error';
      throw this.failure(exchange, expected, undefined, { status: 201 });
    }
    return this.readCreated(exchange, newPet);
  }

  /** Sends a createPet request; the response is not checked yet. */
  post(newPet: NewPet, body = formatNewPet(newPet)): Promise<Exchange> {
    return this.provider.send({ method: 'POST', path: '/pets', body });
  }

  /**
   * Reads the response to a createPet request that must succeed.
   *
   * @param equalNames names that are as good as the one that was sent
   */
  readCreated(exchange: Exchange, newPet: NewPet, equalNames: readonly string[] = []): ReceivedPet {
    const pet = this.read(exchange, 201, 'the Pet', parsePetResponse);
    // The document does not define the status of a pet that was created without one (section 3).
    const compared = newPet.status === undefined ? withoutStatus(pet) : pet;
    const name = equalNames.includes(pet.name) ? pet.name : newPet.name;
    if (!isSamePet(compared, { ...newPet, name, id: pet.id })) {
      throw this.failure(exchange, '201 with the pet as it was sent, and its id');
    }
    return { pet, exchange };
  }

  /** getPet: the pet with that id. */
  async get(id: bigint): Promise<ReceivedPet> {
    const exchange = await this.provider.send({ method: 'GET', path: `/pets/${id}` });
    if (exchange.response.status === 404) {
      throw this.staleFailure(exchange, '200 with the Pet', undefined, { status: 200 });
    }
    const pet = this.read(exchange, 200, 'the Pet', parsePetResponse);
    if (pet.id !== id) {
      throw this.failure(exchange, `the pet with the id ${id}`, `the id is ${pet.id}`);
    }
    return { pet, exchange };
  }

  /** Whether getPet returns this pet; any other response means no. */
  async exists(id: bigint): Promise<boolean> {
    return !((await catchError(CheckFailed, () => this.get(id))) instanceof CheckFailed);
  }

  /** @param arguable another status that the document does not exclude: an advice */
  async expectRejected(
    request: ProviderRequest,
    status: 400 | 401 | 404,
    arguable?: Arguable,
  ): Promise<void> {
    this.expectStatus(await this.provider.send(request), status, arguable);
  }

  expectStatus(exchange: Exchange, status: 400 | 401 | 404, arguable?: Arguable): void {
    if (arguable !== undefined && exchange.response.status === arguable.status) {
      this.read(exchange, arguable.status, 'an Error', parseErrorResponse);
      throw this.advice(exchange, `${status} with an Error`, arguable.decision);
    }
    this.read(exchange, status, 'an Error', parseErrorResponse);
  }

  /** Reads a response that must have a status and a shape. */
  read<T>(
    exchange: Exchange,
    status: number,
    what: string,
    parse: (response: RawResponse) => T,
  ): T {
    const { response } = exchange;
    const expected = `${status} with ${what}`;
    if (response instanceof NoResponse || response.status !== status) {
      throw this.failure(exchange, expected, undefined, { status });
    }
    try {
      return parse(response);
    } catch (error) {
      if (!(error instanceof ResponseError)) {
        throw error;
      }
      const { message, path, problem } = error;
      throw this.failure(exchange, expected, message, { status, mismatches: [{ path, problem }] });
    }
  }

  advice(exchange: Exchange, expected: string, decision: Decision): Advice {
    return new Advice(this.provider.createEvidence(exchange, expected), decision);
  }

  failure(
    exchange: Exchange,
    expected: string,
    problem?: string,
    details?: FailureDetails,
  ): CheckFailed {
    return this.provider.createFailure(exchange, expected, problem, details);
  }

  /** The same, where a store that lags could respond so for a while. */
  staleFailure(...failure: Parameters<AnimalStore['failure']>): StaleResponse {
    return new StaleResponse(this.failure(...failure).evidence);
  }
}

function withoutStatus({ status: _status, ...pet }: Pet): Pet {
  return pet;
}
