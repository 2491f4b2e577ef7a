import { shorten } from '../document/format.js';
import type { NewPet, Pet, PetStatus } from '../document/pet.js';
import type { Decision } from './advice.js';
import { anotherPet, fieldChanges, longPage, repeatedId, wrongFilter } from './causes.js';
import { parseErrorResponse, parsePetResponse, parsePetsResponse, ResponseError } from './parse.js';
import { type Exchange, type Failure, Provider, type ProviderRequest } from './provider.js';
import { Advice, CheckFailed, catchError, StaleResponse } from './result.js';
import { NoResponse, type RawResponse } from './send/client.js';

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

/** Statuses that the document does not exclude, and why. */
export type Arguable = Readonly<Record<number, Decision>>;

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

/** That getPet found a pet before: a store that forgets does not only lag. */
export const foundBefore = 'getPet returned this pet before';

/**
 * A provider and its three operations. Each response must meet its own requirements: the status, the
 * content type, the shape of the body, and whatever follows from the request.
 *
 * @throws {CheckFailed} by every method, when the response contradicts the document
 */
export class AnimalStore extends Provider {
  /** The ids that getPet has found. */
  readonly #found = new Set<bigint>();

  /** listPets: at most `limit` pets, each one once, all with the requested status. */
  async list(query: ListQuery = {}): Promise<ReceivedPage> {
    const { limit = 20, status } = query;
    const exchange = await this.send({ method: 'GET', path: formatListPath(query) });
    const pets = this.read(exchange, [200], 'Pets', parsePetsResponse);
    if (pets.length > limit) {
      const asked = query.limit === undefined ? 'no limit, which means 20' : `limit=${limit}`;
      throw this.failure(exchange, {
        expected: `at most ${limit} pets`,
        problem: `${pets.length} pets received for ${asked}`,
        mismatch: { path: `$[${limit}]`, problem: `must have at most ${limit} elements` },
        causes: [longPage],
      });
    }
    const others = status === undefined ? [] : pets.filter((pet) => pet.status !== status);
    const [other] = others;
    if (other !== undefined) {
      const index = pets.indexOf(other);
      throw this.failure(exchange, {
        expected: `only pets with the status ${status}`,
        problem:
          `${others.length} of ${pets.length} pets have another status; the first of them is pet ` +
          `${index + 1}, whose status is ${other.status ?? 'missing'}`,
        mismatch: { path: `$[${index}].status`, problem: `must be ${status}` },
        causes: [wrongFilter],
      });
    }
    const places = new Map<bigint, number>();
    for (const [index, { id }] of pets.entries()) {
      const first = places.get(id);
      if (first !== undefined) {
        throw this.failure(exchange, {
          expected: 'every pet at most once',
          problem: `pets ${first + 1} and ${index + 1} of ${pets.length} have the same id ${id}`,
          mismatch: { path: `$[${index}].id`, problem: 'must be unique' },
          causes: [repeatedId],
        });
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
      this.expectError(exchange, [400]);
      return undefined;
    }
    if (exchange.response.status !== 201) {
      const expected = '201 with the Pet, or 400 with an Error';
      throw this.failure(exchange, { expected, statuses: [201] });
    }
    return this.readCreated(exchange, newPet);
  }

  /** Sends a createPet request; the response is not checked yet. */
  post(newPet: NewPet, body = formatNewPet(newPet)): Promise<Exchange> {
    return this.send({ method: 'POST', path: '/pets', body });
  }

  /**
   * Reads the response to a createPet request that must succeed.
   *
   * @param equalNames names that are as good as the one that was sent
   */
  readCreated(exchange: Exchange, newPet: NewPet, equalNames: readonly string[] = []): ReceivedPet {
    const pet = this.read(exchange, [201], 'the Pet', parsePetResponse);
    const name = equalNames.includes(pet.name) ? pet.name : newPet.name;
    // The document does not define the status of a pet that was created without one (section 3).
    const { status: _status, ...rest } = pet;
    const compared = newPet.status === undefined ? rest : pet;
    if (!isSamePet(compared, { ...newPet, name, id: pet.id })) {
      const expected = '201 with the pet as it was sent, and its id';
      throw this.createChange(exchange, expected, { ...newPet, id: pet.id }, compared);
    }
    return { pet, exchange };
  }

  /** getPet: the pet with that id. */
  async get(id: bigint): Promise<ReceivedPet> {
    const exchange = await this.send({ method: 'GET', path: `/pets/${id}` });
    if (exchange.response.status === 404) {
      throw this.staleFailure(exchange, {
        expected: '200 with the Pet',
        statuses: [200],
        ...(this.#found.has(id) && { problem: foundBefore }),
      });
    }
    const pet = this.read(exchange, [200], 'the Pet', parsePetResponse);
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

  /** Sends a request that must be rejected with one of these statuses, and an Error. */
  async expectRejected(
    request: ProviderRequest,
    statuses: readonly number[],
    arguable?: Arguable,
  ): Promise<void> {
    this.expectError(await this.send(request), statuses, arguable);
  }

  /** Expects one of these statuses with an Error; with an arguable status, an Error is advice. */
  expectError(exchange: Exchange, statuses: readonly number[], arguable: Arguable = {}): void {
    const decision = arguable[exchange.response.status ?? 0];
    if (decision !== undefined) {
      this.expectError(exchange, [exchange.response.status ?? 0]);
      throw this.advice(exchange, `${statuses.join(' or ')} with an Error`, decision);
    }
    this.read(exchange, statuses, 'an Error', parseErrorResponse);
  }

  /**
   * Reads a response that must have one of these statuses and a shape.
   *
   * @param expected in words, where another status is right too
   */
  read<T>(
    exchange: Exchange,
    statuses: readonly number[],
    what: string,
    parse: (response: RawResponse) => T,
    expected = `${statuses.join(' or ')} with ${what}`,
  ): T {
    const { response } = exchange;
    if (response instanceof NoResponse || !statuses.includes(response.status)) {
      throw this.failure(exchange, { expected, statuses });
    }
    try {
      return parse(response);
    } catch (error) {
      if (!(error instanceof ResponseError)) {
        throw error;
      }
      const { message: problem, mismatch, causes } = error;
      throw this.failure(exchange, { expected, statuses, problem, mismatch, causes });
    }
  }

  advice(exchange: Exchange, expected: string, decision: Decision): Advice {
    return new Advice(this.createEvidence(exchange, { expected }), decision);
  }

  /**
   * Creates the error for a pet that is not as it must be.
   *
   * @param index of the pet on a page
   */
  createChange(
    exchange: Exchange,
    expected: string,
    before: Pet,
    pet: Pet,
    index?: number,
  ): CheckFailed {
    const field = comparedFields.find((one) => before[one] !== pet[one]) ?? 'id';
    const values =
      field === 'name'
        ? compareTexts(before.name, pet.name)
        : `is ${pet[field] ?? 'missing'}; expected ${before[field] ?? 'none'}`;
    return this.failure(exchange, {
      expected,
      problem: `${field} ${values}`,
      mismatch: { path: `$${index === undefined ? '' : `[${index}]`}.${field}`, problem: values },
      causes: [field === 'id' ? anotherPet : fieldChanges(field)],
    });
  }

  failure(exchange: Exchange, failure: Failure): CheckFailed {
    return new CheckFailed(this.createEvidence(exchange, failure));
  }

  /** The same, where a store that lags could respond so for a while. */
  staleFailure(exchange: Exchange, failure: Failure): StaleResponse {
    return new StaleResponse(this.createEvidence(exchange, failure));
  }
}
