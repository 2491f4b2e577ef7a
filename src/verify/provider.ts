import { randomInt } from 'node:crypto';
import { omitUndefined } from '../base/json.js';
import { realTime } from '../base/real-time.js';
import { operationsByName } from '../document/operations.js';
import { formatPet, type NewPet, type Pet, type PetStatus } from '../document/pet.js';
import {
  createFields,
  getPageSize,
  type NoOtherKey,
  type PageQuery,
  type State,
} from '../document/requirements.js';
import { expectUnchanged, parsePetResponse, parsePetsResponse } from '../document/responses.js';
import { createPetRequest, type Exchange } from './evidence.js';
import { Inconclusive, StaleResponse } from './result.js';
import type { RawResponse } from './send/client.js';
import { Sender } from './send/sender.js';

/**
 * Begins the names of all pets that verifications create; four letters distinguish each run, and further ones
 * each pet. Some services accept only short names, or letters: the document states neither (section 8).
 */
export const namePrefix = 'verify';

/** An id that hardly any service has assigned yet. */
export const unlikelyId = 9_223_372_036_854_774_321n;

const toLetters = (number: number) =>
  number
    .toString(26)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

/** The largest limit (section 8). */
export const maxListedPage = 100;

/** The statuses of a createPet request that the service may reject, although its key is valid. */
export const rejections = operationsByName.createPet.statuses.filter(
  (status) => status >= 400 && status !== 401,
);

/** Facts that responses have shown of a created pet; each time as performance.now() counts. */
interface PetHistory {
  readonly createdAt: number;
  /** The first getPet request that did not find it yet. */
  missing?: Exchange;
  /** When getPet found it first. */
  foundAt?: number;
}

export type ReceivedPage = Awaited<ReturnType<Provider['list']>>;
export type ReceivedPet = Awaited<ReturnType<Provider['get']>>;

/** A provider under verification, and its pets: as few as possible, as the interface has no operation to delete them. */
export class Provider extends Sender {
  readonly prefix = namePrefix + toLetters(randomInt(26 ** 3, 26 ** 4));
  /** Categories that the provider may accept; the first one is used. */
  categories = [1n];
  readonly pets: Pet[] = [];
  /** By the id of each of them, in order. */
  readonly history = new Map<bigint, PetHistory>();
  readonly listed = new Set<bigint>();
  readonly shared = new Map<PetStatus | undefined, Promise<Pet>>();
  /** The getPet requests for created pets that other clients seem to have deleted. */
  readonly deleted = new Set<string>();
  /** True if a new pet has its status when it is read twice; unknown until it matters. */
  keepsStatus: Promise<boolean> | undefined;
  /** Milliseconds to wait for a store that lags; none once that was in vain, to stay fast. */
  retryBudget = this.options.timeout;
  #names = 0;

  /** listPets: at most `limit` pets, each one once, all with the requested status. */
  async list(query: PageQuery = {}) {
    const parameters = Object.entries(omitUndefined(query)).map((one) => one.join('='));
    const path = ['/pets', parameters.join('&')].filter(Boolean).join('?');
    const exchange = await this.send({ method: 'GET', path });
    const parse = (response: RawResponse) => parsePetsResponse(response, query);
    const pets = this.read(exchange, [200], 'Pets', parse);
    for (const { id } of pets) {
      this.listed.add(id);
    }
    // Otherwise there may be more pets.
    const isWhole = pets.length < getPageSize(query);
    return { pets, isWhole, exchange };
  }

  listAll(status?: PetStatus): Promise<ReceivedPage> {
    return this.list({ limit: maxListedPage, status });
  }

  post(newPet: NewPet, body = formatPet(newPet)): Promise<Exchange> {
    return this.send({ ...createPetRequest, body });
  }

  async get(id: bigint) {
    const exchange = await this.send({ method: 'GET', path: `/pets/${id}` });
    const history: Partial<PetHistory> = this.history.get(id) ?? {};
    if (exchange.response.status === 404) {
      if (history.foundAt === undefined) {
        history.missing ??= exchange;
      }
      const wrong = { expected: '200 with the Pet', statuses: [200] };
      throw this.failure(exchange, wrong, StaleResponse);
    }
    const parse = (response: RawResponse) => parsePetResponse(response, id);
    const pet = this.read(exchange, [200], 'the Pet', parse);
    history.foundAt ??= realTime.performance.now();
    return { pet, exchange };
  }

  get categoryId(): bigint {
    return this.categories[0] ?? 1n;
  }

  createName(): string {
    this.#names += 1;
    return this.prefix + toLetters(this.#names);
  }

  createNewPet(newPet: Partial<NewPet> = {}): NewPet {
    const fields = createFields(this.createName(), newPet.status);
    return { ...fields, categoryId: this.categoryId, ...newPet };
  }

  async create(newPet: Partial<NewPet> = {}): Promise<ReceivedPet> {
    const whole = this.createNewPet(newPet);
    return this.readCreated(await this.post(whole), whole);
  }

  /** Creates a pet that a provider may reject; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    const exchange = await this.post(newPet, body);
    if (rejections.includes(exchange.response.status)) {
      this.expectError(exchange, rejections);
      return undefined;
    }
    return this.readCreated(exchange, newPet, '201 with the Pet, or 400 with an Error');
  }

  /** Reads the response to a createPet request that must succeed; records the pet. */
  readCreated(exchange: Exchange, newPet: NewPet, status = '201 with the Pet'): ReceivedPet {
    const parse = (response: Exchange['response']) => {
      const received = parsePetResponse(response);
      // The document does not define the status of a pet that was created without one (section 3).
      const sent = { ...received, ...omitUndefined(newPet) };
      expectUnchanged('201 with the pet as it was sent, and its id', sent, received);
      return received;
    };
    const pet = this.read(exchange, [201], 'the Pet', parse, status);
    this.pets.push(pet);
    this.history.set(pet.id, { createdAt: realTime.performance.now() });
    return { pet, exchange };
  }

  /** Finds or creates a pet with that status, or one that was created without. */
  withStatus(status: PetStatus | undefined): Promise<Pet> {
    // Other clients may delete a listed pet: so it is looked up each time.
    return this.options.readOnly ? this.findListed(status) : this.createShared(status);
  }

  /** Creates the pet with that status, or without one, that all checks share; only once. */
  createShared(status: PetStatus | undefined): Promise<Pet> {
    const pet = this.shared.get(status) ?? this.create(status && { status }).then((one) => one.pet);
    this.shared.set(status, pet);
    pet.catch((error) => error instanceof Inconclusive && this.shared.delete(status));
    return pet;
  }

  /** Ensures that pets can be created with a category, by creating one. */
  async withCategory(categoryId: bigint): Promise<void> {
    const isKnown = this.pets.some((one) => one.categoryId === categoryId);
    if (!isKnown && (await this.offer(this.createNewPet({ categoryId }))) === undefined) {
      throw new Inconclusive(
        `the provider rejects the categoryId ${categoryId}, as one with fixed categories may`,
      );
    }
  }

  /**
   * Ensures that there are at least this many pets, with a status if one is set, as far as a page can show.
   * Created pets count even if the list lags, so it never creates more than this many.
   */
  async atLeast(count: number, status?: PetStatus): Promise<void> {
    const { pets } = await this.listAll(status);
    const created = this.pets.filter((pet) => status === undefined || pet.status === status);
    const missing = Math.max(0, count - Math.max(pets.length, created.length));
    const create = () => this.create(status && { status });
    await Promise.all(Array.from({ length: missing }, create));
  }

  /** Sets up a state, and finds the values that a request of it has. */
  async setUp({ count = 0, categoryId = 'any', pet, unusedId: _unused, ...others }: State) {
    others satisfies NoOtherKey;
    if (count > 0) {
      await this.atLeast(count);
    }
    if (categoryId !== 'any') {
      await this.withCategory(BigInt(categoryId));
    }
    const existing = pet && (await this.withStatus(pet.status));
    return {
      categoryId: categoryId === 'any' ? this.categoryId : BigInt(categoryId),
      id: existing?.id ?? unlikelyId,
    };
  }

  /** @throws {Inconclusive} when no listed pet has that status */
  async findListed(status: PetStatus | undefined): Promise<Pet> {
    const { pets } = await this.listAll(status);
    const pet = pets.find((candidate) => candidate.status === status);
    if (pet === undefined) {
      const what = status === undefined ? 'without a status' : `with the status ${status}`;
      throw new Inconclusive(`the list has no pet ${what}, and --read-only excludes creating one`);
    }
    return pet;
  }
}
