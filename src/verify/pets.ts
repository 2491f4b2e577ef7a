import { randomInt } from 'node:crypto';
import { type NewPet, type Pet, type PetStatus, petStatuses } from '../document/pet.js';
import type { State } from '../document/requirements.js';
import { expectUnchanged, parsePetResponse } from '../document/responses.js';
import type { Exchange } from './evidence.js';
import type { ProviderClient, ReceivedPet } from './provider-client.js';
import { CheckFailed, catchError, Inconclusive } from './result.js';
import type { RawResponse } from './send/client.js';

/**
 * Begins the names of all pets that verifications create; four letters distinguish each run, and further ones
 * each pet. Some services accept only short names, or letters: the document states neither (section 8).
 */
export const namePrefix = 'verify';

/** The statuses that a pet can be created with, and none. */
export const everyStatus = [...petStatuses, undefined] as const;

/** An id that hardly any service has assigned yet. */
export const unlikelyId = 9_223_372_036_854_774_321n;

/** Writes a number in letters. */
const toLetters = (number: number) =>
  number
    .toString(26)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

/** Distinguishes the pets of a run. */
export const createPrefix = () => namePrefix + toLetters(randomInt(26 ** 3, 26 ** 4));

/** A failure during set-up says nothing about the requirement itself. */
async function setUp<T>(action: () => Promise<T>): Promise<T> {
  const result = await catchError(CheckFailed, action);
  if (result instanceof CheckFailed) {
    const { message, evidence } = result;
    throw new Inconclusive(`the set-up failed: ${message}`, evidence);
  }
  return result;
}

/**
 * The pets of one verification. It creates as few as it can, because the interface has no operation to
 * delete them: shared pets are created once.
 */
export class VerificationPets {
  /** A category that the provider accepts, as far as is known. */
  categoryId: bigint;
  /** All pets that were created here, as createPet returned them. */
  readonly created: Pet[] = [];
  /** When the first of them was created, as performance.now() counts. */
  firstAt = 0;
  readonly shared = new Map<PetStatus | undefined, Promise<Pet>>();
  /** The ids of created pets that other clients seem to have deleted. */
  readonly deleted = new Set<bigint | undefined>();
  /** Whether a new pet has its status when it is read twice; unknown until it matters. */
  keepsStatus: Promise<boolean> | undefined;
  #names = 0;

  /**
   * @param categories those that the provider may accept
   * @param prefix begins the names, and distinguishes them from those of other verifications
   */
  constructor(
    readonly store: ProviderClient,
    readonly categories: readonly [bigint, ...bigint[]],
    readonly prefix: string,
  ) {
    [this.categoryId] = categories;
  }

  /** Creates a unique name that says where the pet comes from. */
  createName(): string {
    this.#names += 1;
    return this.prefix + toLetters(this.#names);
  }

  /** Creates a NewPet. Default: a unique name, and the category above. */
  createNewPet(newPet: Partial<NewPet> = {}): NewPet {
    return { name: this.createName(), categoryId: this.categoryId, ...newPet };
  }

  /** Creates a pet, with the same defaults. */
  async create(newPet: Partial<NewPet> = {}): Promise<ReceivedPet> {
    const whole = this.createNewPet(newPet);
    return this.readCreated(await this.store.post(whole), whole);
  }

  /** Creates a pet that a provider may reject with 400; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    const exchange = await this.store.post(newPet, body);
    if (exchange.response.status === 400) {
      this.store.expectError(exchange, [400]);
      return undefined;
    }
    return this.readCreated(exchange, newPet, [], '201 with the Pet, or 400 with an Error');
  }

  /**
   * Reads the response to a createPet request that must succeed, and records the pet.
   *
   * @param equalNames names that are as good as the one that was sent
   */
  readCreated(
    exchange: Exchange,
    newPet: NewPet,
    equalNames: readonly string[] = [],
    status = '201 with the Pet',
  ): ReceivedPet {
    const parse = (response: RawResponse) => {
      const received = parsePetResponse(response);
      const { id, status: _status, ...rest } = received;
      const name = equalNames.includes(received.name) ? received.name : newPet.name;
      // The document does not define the status of a pet that was created without one (section 3).
      const compared = newPet.status === undefined ? { ...rest, id } : received;
      const expected = '201 with the pet as it was sent, and its id';
      expectUnchanged(expected, { ...newPet, name, id }, compared);
      return received;
    };
    const pet = this.store.read(exchange, [201], 'the Pet', parse, status);
    this.add(pet);
    return { pet, exchange };
  }

  /** Records a pet that was created. */
  add(pet: Pet): void {
    this.created.push(pet);
    this.firstAt ||= performance.now();
  }

  /**
   * Finds or creates a pet with that status, or one that was created without, as set-up for a
   * requirement about something else.
   *
   * @throws {Inconclusive} when there is none
   */
  withStatus(status: PetStatus | undefined): Promise<Pet> {
    // Other clients may delete a listed pet: so it is looked up each time.
    return setUp(() => (this.store.readOnly ? this.findListed(status) : this.createShared(status)));
  }

  /**
   * Creates the pet with that status, or without one, that all checks share; only once.
   *
   * @throws {CheckFailed} when the response is not that pet
   */
  createShared(status: PetStatus | undefined): Promise<Pet> {
    const pet = this.shared.get(status) ?? this.create(status && { status }).then((one) => one.pet);
    this.shared.set(status, pet);
    pet.catch((error) => error instanceof Inconclusive && this.shared.delete(status));
    return pet;
  }

  /**
   * Ensures that pets can be created with a category, by creating one.
   *
   * @throws {Inconclusive} when the provider rejects it, as one with fixed categories may
   */
  withCategory(categoryId: bigint): Promise<void> {
    return setUp(async () => {
      const isKnown = this.created.some((one) => one.categoryId === categoryId);
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
      const { pets } = await this.store.listAll(status);
      const own = this.created.filter((pet) => status === undefined || pet.status === status);
      const missing = Math.max(0, count - Math.max(pets.length, own.length));
      const create = () => this.create(status && { status });
      await Promise.all(Array.from({ length: missing }, create));
    });
  }

  /**
   * Sets up a state, and finds the values that a request of it has.
   *
   * @throws {Inconclusive} when it can't be set up with this provider
   */
  async setUp({ count, categoryId, pet, unusedId }: State) {
    if (count !== undefined) {
      await this.atLeast(count);
    }
    const isAny = categoryId === undefined || categoryId === 'any';
    const category = isAny ? this.categoryId : BigInt(categoryId);
    if (!isAny) {
      await this.withCategory(category);
    }
    const existing = pet && (await this.withStatus(pet.status));
    const id = unusedId ? unlikelyId : (existing?.id ?? unlikelyId);
    return { categoryId: category, id };
  }

  /** @throws {Inconclusive} when no listed pet has that status */
  async findListed(status: PetStatus | undefined): Promise<Pet> {
    const { pets } = await this.store.listAll(status);
    const pet = pets.find((candidate) => candidate.status === status);
    if (pet === undefined) {
      const what = status === undefined ? 'without a status' : `with the status ${status}`;
      throw new Inconclusive(`the list has no pet ${what}, and --read-only excludes creating one`);
    }
    return pet;
  }
}
