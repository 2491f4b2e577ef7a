import { largestInt64 } from '../document/int64.js';
import { type NewPet, type Pet, type PetStatus, petStatuses } from '../document/pet.js';
import { CheckFailed, catchError, Inconclusive } from './result.js';
import type { AnimalStore, ReceivedPet } from './store.js';

/** The largest limit (section 8). */
export const maxPage = 100;

/** Begins the names of all pets that verifications create; another word distinguishes each run. */
export const namePrefix = 'animal-store verify';

/** The statuses that a pet can be created with, and none. */
export const everyStatus = [...petStatuses, undefined] as const;

/**
 * The pets of one verification. It creates as few as it can, because the interface has no operation to
 * delete them: shared pets are created once.
 */
export class VerificationPets {
  readonly store: AnimalStore;
  /** By the order of their requests; undefined for a request without a response, or a rejected one. */
  readonly #created: (Pet | undefined)[] = [];
  readonly #createdAt = new Map<bigint, number>();
  /** The beginning of their names. */
  readonly prefix: string;
  #categoryId: bigint;
  readonly #withStatus = new Map<PetStatus | undefined, Promise<Pet>>();
  readonly #withCategory = new Map<bigint, Promise<void>>();
  #atLeast: Promise<void> = Promise.resolve();
  #unusedId: Promise<bigint> | undefined;
  #names = 0;

  /** @param prefix distinguishes the pets of this verification from those of others */
  constructor(store: AnimalStore, categoryId: bigint, prefix: string) {
    this.store = store;
    this.#categoryId = categoryId;
    this.prefix = prefix;
  }

  /** A category that the provider accepts, as far as is known. */
  get categoryId(): bigint {
    return this.#categoryId;
  }

  /** All pets that were created here, as createPet returned them. */
  get created(): readonly Pet[] {
    return this.#created.filter((pet) => pet !== undefined);
  }

  /** When a pet was created here, as performance.now() counts. */
  findCreationTime({ id }: Pet): number | undefined {
    return this.#createdAt.get(id);
  }

  /** Takes over the first pet, which equals one that `withStatus` creates, and its category. */
  adopt(pet: Pet): void {
    this.#categoryId = pet.categoryId;
    this.#created.push(pet);
    this.#createdAt.set(pet.id, performance.now());
    this.#withStatus.set(pet.status, Promise.resolve(pet));
  }

  /** Creates a unique name that says where the pet comes from. */
  createName(): string {
    this.#names += 1;
    return `${this.prefix}-${this.#names}`;
  }

  /** Creates a pet. Default: a unique name, and the category above. */
  async create(newPet: Partial<NewPet> = {}, body?: string): Promise<ReceivedPet> {
    const whole = { name: this.createName(), categoryId: this.categoryId, ...newPet };
    return this.record(this.store.create(whole, body));
  }

  /** Records the pet of a response to a createPet request, which is about to be sent. */
  async record<Received extends ReceivedPet | undefined>(
    response: Promise<Received>,
  ): Promise<Received> {
    const index = this.#created.push(undefined) - 1;
    const received = await response;
    if (received !== undefined) {
      this.#created[index] = received.pet;
      this.#createdAt.set(received.pet.id, performance.now());
    }
    return received;
  }

  /** Creates a pet that a provider may reject with 400; then the result is undefined. */
  async offer(newPet: NewPet, body?: string): Promise<ReceivedPet | undefined> {
    return this.record(this.store.offer(newPet, body));
  }

  /**
   * Finds or creates a pet with that status, or one that was created without, as set-up for a
   * requirement about something else.
   *
   * @throws {Inconclusive} when there is none
   */
  withStatus(status: PetStatus | undefined): Promise<Pet> {
    // Other clients may delete a listed pet: so it is looked up each time.
    if (this.store.readOnly) {
      return setUp(() => this.findListed(status));
    }
    return setUp(() => this.createShared(status));
  }

  /**
   * Creates the pet with that status, or without one, that all checks share; only once.
   *
   * @throws {CheckFailed} when the response is not that pet
   */
  createShared(status: PetStatus | undefined): Promise<Pet> {
    const pet =
      this.#withStatus.get(status) ?? this.create(status && { status }).then((one) => one.pet);
    this.#withStatus.set(status, pet);
    return pet;
  }

  /**
   * Ensures that pets can be created with a category, by creating one.
   *
   * @throws {Inconclusive} when the provider rejects it, as one with fixed categories may
   */
  withCategory(categoryId: bigint): Promise<void> {
    const pet =
      this.#withCategory.get(categoryId) ??
      setUp(async () => {
        if (this.created.some((one) => one.categoryId === categoryId)) {
          return;
        }
        if ((await this.offer({ name: this.createName(), categoryId })) === undefined) {
          throw new Inconclusive(
            `the provider rejects the categoryId ${categoryId}, as one with fixed categories may`,
          );
        }
      });
    this.#withCategory.set(categoryId, pet);
    return pet;
  }

  /**
   * Ensures that there are at least this many pets, as far as a page can show. Created pets count even
   * if the list lags, so it never creates more than this many.
   */
  atLeast(count: number): Promise<void> {
    const ensure = () =>
      setUp(async () => {
        const { pets } = await this.store.list({ limit: maxPage });
        const present = Math.max(pets.length, this.created.length);
        const missing = Math.max(0, count - present);
        await Promise.all(Array.from({ length: missing }, () => this.create()));
      });
    // One after another: each counts the pets that the one before has created.
    const ensured = this.#atLeast.then(ensure, ensure);
    this.#atLeast = ensured;
    return ensured;
  }

  /** Lists all pets; undefined if a page may not show all of them. */
  async listAll(): Promise<readonly Pet[] | undefined> {
    const page = await this.store.list({ limit: maxPage });
    return page.isWhole ? page.pets : undefined;
  }

  /** Finds an id that no pet has. */
  unusedId(): Promise<bigint> {
    this.#unusedId ??= this.#findUnusedId();
    return this.#unusedId;
  }

  async #findUnusedId(): Promise<bigint> {
    for (const id of unlikelyIds) {
      // Any response but that pet means that there is none: the response itself is what gets verified.
      if (!(await this.store.exists(id))) {
        return id;
      }
    }
    return unlikeliestId;
  }

  /** @throws {Inconclusive} when no listed pet has that status */
  async findListed(status: PetStatus | undefined): Promise<Pet> {
    const { pets } = await this.store.list({ limit: maxPage, ...(status && { status }) });
    const pet = pets.find((candidate) => candidate.status === status);
    if (pet === undefined) {
      const what = status === undefined ? 'without a status' : `with the status ${status}`;
      throw new Inconclusive(`the list has no pet ${what}, and --read-only excludes creating one`);
    }
    return pet;
  }
}

/** A failure during set-up says nothing about the requirement itself. */
async function setUp<T>(action: () => Promise<T>): Promise<T> {
  const result = await catchError(CheckFailed, action);
  if (result instanceof CheckFailed) {
    const { message, evidence } = result;
    throw new Inconclusive(`the set-up failed: ${message}`, { evidence });
  }
  return result;
}

/** Ids that hardly any service has assigned yet. */
export const unlikelyIds = [largestInt64, 9_223_372_036_854_774_321n];
/** A service that returns a pet for this id, too, makes pets up. */
const unlikeliestId = 8_999_999_999_999_999_989n;
