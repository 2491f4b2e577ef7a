import { randomInt } from 'node:crypto';
import type { NewPet, Pet, PetStatus } from '../document/pet.js';
import type { State } from '../document/requirements.js';
import { expectUnchanged, parsePetResponse } from '../document/responses.js';
import type { Exchange } from './evidence.js';
import { ProviderClient, type ReceivedPet } from './provider-client.js';
import { CheckFailed, catchError, Inconclusive } from './result.js';

/**
 * Begins the names of all pets that verifications create; four letters distinguish each run, and further ones
 * each pet. Some services accept only short names, or letters: the document states neither (section 8).
 */
export const namePrefix = 'verify';

/** An id that hardly any service has assigned yet. */
export const unlikelyId = 9_223_372_036_854_774_321n;

/** Writes a number in letters. */
const toLetters = (number: number) =>
  number
    .toString(26)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

/** A failure during set-up says nothing about the requirement itself. */
async function setUp<T>(action: () => Promise<T>): Promise<T> {
  const result = await catchError(CheckFailed, action);
  if (result instanceof CheckFailed) {
    throw new Inconclusive(`the set-up failed: ${result.message}`, result.evidence);
  }
  return result;
}

/**
 * A provider under verification, and its pets. It creates as few as it can, because the interface has no
 * operation to delete them: shared pets are created once.
 */
export class Provider extends ProviderClient {
  /** Begins the names, and distinguishes them from those of other verifications. */
  readonly prefix = namePrefix + toLetters(randomInt(26 ** 3, 26 ** 4));
  /** Those that the provider may accept; the first one is used. */
  categories = [1n];
  /** All pets that were created here, as createPet returned them. */
  readonly pets: Pet[] = [];
  /** When the first of them was created, as performance.now() counts. */
  firstAt = 0;
  readonly shared = new Map<PetStatus | undefined, Promise<Pet>>();
  /** The getPet requests for created pets that other clients seem to have deleted. */
  readonly deleted = new Set<string>();
  /** Whether a new pet has its status when it is read twice; unknown until it matters. */
  keepsStatus: Promise<boolean> | undefined;
  /** Milliseconds to wait for a store that lags; none once that was in vain, to stay fast. */
  retryBudget = this.options.timeout;
  #names = 0;

  get categoryId(): bigint {
    return this.categories[0] ?? 1n;
  }

  createName(): string {
    this.#names += 1;
    return this.prefix + toLetters(this.#names);
  }

  /** Completes a NewPet. */
  createNewPet(newPet: Partial<NewPet> = {}): NewPet {
    return { name: this.createName(), categoryId: this.categoryId, ...newPet };
  }

  async create(newPet: Partial<NewPet> = {}): Promise<ReceivedPet> {
    const whole = this.createNewPet(newPet);
    return this.readCreated(await this.post(whole), whole);
  }

  /** Creates a pet that a provider may reject with 400; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    const exchange = await this.post(newPet, body);
    if (exchange.response.status === 400) {
      this.expectError(exchange, [400]);
      return undefined;
    }
    return this.readCreated(exchange, newPet, '201 with the Pet, or 400 with an Error');
  }

  /** Reads the response to a createPet request that must succeed, perhaps with an equal name; records the pet. */
  readCreated(
    exchange: Exchange,
    newPet: NewPet,
    status = '201 with the Pet',
    equalNames: readonly string[] = [],
  ): ReceivedPet {
    const parse = (response: Exchange['response']) => {
      const received = parsePetResponse(response);
      const { id, status: _status, ...rest } = received;
      const name = equalNames.includes(received.name) ? received.name : newPet.name;
      // The document does not define the status of a pet that was created without one (section 3).
      const compared = newPet.status === undefined ? { ...rest, id } : received;
      const expected = '201 with the pet as it was sent, and its id';
      expectUnchanged(expected, { ...newPet, name, id }, compared);
      return received;
    };
    const pet = this.read(exchange, [201], 'the Pet', parse, status);
    this.pets.push(pet);
    this.firstAt ||= performance.now();
    return { pet, exchange };
  }

  /** Finds or creates a pet with that status, or one that was created without, as set-up for something else. */
  withStatus(status: PetStatus | undefined): Promise<Pet> {
    // Other clients may delete a listed pet: so it is looked up each time.
    const { readOnly } = this.options;
    return setUp(() => (readOnly ? this.findListed(status) : this.createShared(status)));
  }

  /** Creates the pet with that status, or without one, that all checks share; only once. */
  createShared(status: PetStatus | undefined): Promise<Pet> {
    const pet = this.shared.get(status) ?? this.create(status && { status }).then((one) => one.pet);
    this.shared.set(status, pet);
    pet.catch((error) => error instanceof Inconclusive && this.shared.delete(status));
    return pet;
  }

  /** Ensures that pets can be created with a category, by creating one. */
  withCategory(categoryId: bigint): Promise<void> {
    return setUp(async () => {
      const isKnown = this.pets.some((one) => one.categoryId === categoryId);
      if (!isKnown && (await this.offer(this.createNewPet({ categoryId }))) === undefined) {
        throw new Inconclusive(
          `the provider rejects the categoryId ${categoryId}, as one with fixed categories may`,
        );
      }
    });
  }

  /**
   * Ensures that there are at least this many pets, with a status if one is set, as far as a page can show.
   * Created pets count even if the list lags, so it never creates more than this many.
   */
  atLeast(count: number, status?: PetStatus): Promise<void> {
    return setUp(async () => {
      const { pets } = await this.listAll(status);
      const created = this.pets.filter((pet) => status === undefined || pet.status === status);
      const missing = Math.max(0, count - Math.max(pets.length, created.length));
      const create = () => this.create(status && { status });
      await Promise.all(Array.from({ length: missing }, create));
    });
  }

  /** Sets up a state, and finds the values that a request of it has. */
  async setUp({ count = 0, categoryId = 'any', pet }: State) {
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
