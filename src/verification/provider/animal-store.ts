import { shorten } from '../../engine/interface/format.js';
import type { NewPet, Pet, PetStatus } from '../../engine/pets/pet.js';
import type { Decision } from '../decisions.js';
import { anotherPet, foundBefore, repeatedId, wrongFilter } from '../differences.js';
import { Advice, CheckFailed, catchError, StaleResponse } from '../result.js';
import {
  type Exchange,
  type FailureDetails,
  mismatchAt,
  type Provider,
  type ProviderRequest,
} from './provider.js';
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

const comparedFields = ['id', 'name', 'categoryId', 'status'] as const;

/** Whether two pets have equal fields, as far as the document defines them. */
export const isSamePet = (one: Pet, other: Pet) =>
  comparedFields.every((field) => one[field] === other[field]);

/** What is shown before the first character that differs. */
const beforeDifference = 12;

/** Describes where two texts differ: long names hide it. */
function compareTexts(expected: string, received: string): string {
  const [wanted, got] = [[...expected], [...received]];
  const different = wanted.findIndex((character, index) => character !== got[index]);
  const at = different < 0 ? wanted.length : different;
  const from = Math.max(0, at - beforeDifference);
  const show = (text: readonly string[]) =>
    `${from === 0 ? '' : '…'}${JSON.stringify(shorten(text.slice(from).join(''), 2 * beforeDifference))}`;
  return `differs from character ${at + 1} on: expected ${show(wanted)}, got ${show(got)}`;
}

/**
 * Describes the first field in which a pet differs from what it must be.
 *
 * @param index of the pet on a page
 */
function describeChange(
  expected: Pet,
  received: Pet,
  index?: number,
): { readonly problem: string; readonly details: FailureDetails } {
  const field = comparedFields.find((one) => expected[one] !== received[one]) ?? 'id';
  const values =
    field === 'name'
      ? compareTexts(expected.name, received.name)
      : `is ${received[field] ?? 'missing'}; expected ${expected[field] ?? 'none'}`;
  const place = index === undefined ? '$' : `$[${index}]`;
  const difference = field === 'id' ? anotherPet : `${field} of the Pet changes`;
  const details = mismatchAt(`${place}.${field}`, values, difference);
  return { problem: `${field} ${values}`, details };
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
  /** Whether it has fewer pets than its limit: then there are no more. */
  readonly isWhole: boolean;
  readonly exchange: Exchange;
}

export interface ReceivedPet {
  readonly pet: Pet;
  /** The place on a page. */
  readonly index?: number;
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
  /** The ids that getPet has found. */
  readonly #found = new Set<bigint>();

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** listPets: at most `limit` pets, each one once, all with the requested status. */
  async list(query: ListQuery = {}): Promise<ReceivedPage> {
    const { limit = 20, status } = query;
    const exchange = await this.provider.send({ method: 'GET', path: formatListPath(query) });
    const pets = this.read(exchange, 200, 'Pets', parsePetsResponse);
    if (pets.length > limit) {
      const asked = query.limit === undefined ? 'no limit, which means 20' : `limit=${limit}`;
      const problem = `${pets.length} pets received for ${asked}`;
      const mismatch = mismatchAt(`$[${limit}]`, `must have at most ${limit} elements`);
      throw this.failure(exchange, `at most ${limit} pets`, problem, mismatch);
    }
    const others = status === undefined ? [] : pets.filter((pet) => pet.status !== status);
    const [other] = others;
    if (other !== undefined) {
      const index = pets.indexOf(other);
      const problem =
        `${others.length} of ${pets.length} pets have another status; the first of them is pet ` +
        `${index + 1}, whose status is ${other.status ?? 'missing'}`;
      const mismatch = mismatchAt(`$[${index}].status`, `must be ${status}`, wrongFilter);
      throw this.failure(exchange, `only pets with the status ${status}`, problem, mismatch);
    }
    const places = new Map<bigint, number>();
    for (const [index, { id }] of pets.entries()) {
      const first = places.get(id);
      if (first !== undefined) {
        const problem = `pets ${first + 1} and ${index + 1} of ${pets.length} have the same id ${id}`;
        const mismatch = mismatchAt(`$[${index}].id`, 'must be unique', repeatedId);
        throw this.failure(exchange, 'every pet at most once', problem, mismatch);
      }
      places.set(id, index);
    }
    return { pets, isWhole: pets.length < limit, exchange };
  }

  /** createPet: the pet as it was sent, with an id. */
  async create(newPet: NewPet, body?: string): Promise<ReceivedPet> {
    return this.readCreated(await this.post(newPet, body), newPet);
  }

  /** createPet with values that a provider may reject with 400; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    const exchange = await this.post(newPet, body);
    if (exchange.response.status === 400) {
      this.expectError(exchange, 400);
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
    const sent = { ...newPet, name, id: pet.id };
    if (!isSamePet(compared, sent)) {
      const original = { ...newPet, id: pet.id };
      const expected = '201 with the pet as it was sent, and its id';
      throw this.createChange(exchange, expected, original, compared);
    }
    return { pet, exchange };
  }

  /** getPet: the pet with that id. */
  async get(id: bigint): Promise<ReceivedPet> {
    const exchange = await this.provider.send({ method: 'GET', path: `/pets/${id}` });
    if (exchange.response.status === 404) {
      const problem = this.#found.has(id) ? foundBefore : undefined;
      throw this.staleFailure(exchange, '200 with the Pet', problem, { status: 200 });
    }
    const pet = this.read(exchange, 200, 'the Pet', parsePetResponse);
    if (pet.id !== id) {
      throw this.createChange(exchange, `the pet with the id ${id}`, { ...pet, id }, pet);
    }
    this.#found.add(id);
    return { pet, exchange };
  }

  /** Whether getPet returns this pet; any other response means no. */
  async exists(id: bigint): Promise<boolean> {
    return !((await catchError(CheckFailed, () => this.get(id))) instanceof CheckFailed);
  }

  async expectRejected(request: ProviderRequest, status: number): Promise<void> {
    this.expectError(await this.provider.send(request), status);
  }

  /** Expects a status with an Error; with the arguable status, an Error is advice. */
  expectError(exchange: Exchange, status: number, arguable?: Arguable): void {
    if (arguable !== undefined && exchange.response.status === arguable.status) {
      this.expectError(exchange, arguable.status);
      throw this.advice(exchange, `${status} with an Error`, arguable.decision);
    }
    this.read(exchange, status, 'an Error', parseErrorResponse);
  }

  /**
   * Reads a response that must have a status and a shape.
   *
   * @param expected in words, where another status is right too
   */
  read<T>(
    exchange: Exchange,
    status: number,
    what: string,
    parse: (response: RawResponse) => T,
    expected = `${status} with ${what}`,
  ): T {
    const { response } = exchange;
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
      throw this.failure(exchange, expected, message, { status, ...mismatchAt(path, problem) });
    }
  }

  advice(exchange: Exchange, expected: string, decision: Decision): Advice {
    return new Advice(this.provider.createEvidence(exchange, expected), decision);
  }

  /** Creates the error for a pet that is not as it must be. */
  createChange(
    exchange: Exchange,
    expected: string,
    before: Pet,
    pet: Pet,
    index?: number,
  ): CheckFailed {
    const { problem, details } = describeChange(before, pet, index);
    return this.failure(exchange, expected, problem, details);
  }

  failure(
    exchange: Exchange,
    expected: string,
    problem?: string,
    details?: FailureDetails,
  ): CheckFailed {
    return new CheckFailed(this.provider.createEvidence(exchange, expected, problem, details));
  }

  /** The same, where a store that lags could respond so for a while. */
  staleFailure(...failure: Parameters<AnimalStore['failure']>): StaleResponse {
    return new StaleResponse(this.failure(...failure).evidence);
  }
}

function withoutStatus({ status: _status, ...pet }: Pet): Pet {
  return pet;
}
