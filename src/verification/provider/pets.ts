import { largestInt64 } from '../../engine/interface/int64.js';
import { type NewPet, type Pet, type PetStatus, petStatuses } from '../../engine/pets/pet.js';
import type { StateStore } from '../pact/provider-states.js';
import { Broken, NotProved } from '../verdict.js';
import type { AnimalStore, Told } from './animal-store.js';

/** No page shows more (section 8). */
export const maxPage = 100;

/** The statuses that a pet can be created with, and none. */
export const everyStatus = [...petStatuses, undefined] as const;

/**
 * The pets that one verification works with. It creates as few as it can, since nothing can take them
 * away again: what is asked for twice is created once.
 */
export class VerificationPets implements StateStore {
  readonly store: AnimalStore;
  /** All that were created here, as the answers told. */
  readonly created: Pet[] = [];
  readonly #run: string;
  #categoryId: bigint;
  readonly #withStatus = new Map<PetStatus | undefined, Promise<Pet>>();
  #names = 0;

  /** @param run tells the pets of one verification from those of others */
  constructor(store: AnimalStore, categoryId: bigint, run: string) {
    this.store = store;
    this.#categoryId = categoryId;
    this.#run = run;
  }

  get validKey(): string {
    return this.store.provider.keys.valid;
  }

  get invalidKey(): string {
    return this.store.provider.keys.invalid;
  }

  unusedId(): Promise<bigint> {
    return findUnusedId(this.store);
  }

  /** A category that the provider accepts, as far as is known. */
  get categoryId(): bigint {
    return this.#categoryId;
  }

  /** Takes over the first pet, which is as `withStatus` would make it. From now on its category is used. */
  adopt(pet: Pet): void {
    this.#categoryId = pet.categoryId;
    this.created.push(pet);
    this.#withStatus.set(pet.status, Promise.resolve(pet));
  }

  /** A name that no other pet has, and that says where the pet comes from. */
  name(): string {
    this.#names += 1;
    return `animal-store verify ${this.#run}-${this.#names}`;
  }

  /** Creates a pet; what isn't said is a name of its own and the usual category. */
  async create(newPet: Partial<NewPet> = {}, body?: string): Promise<Told> {
    const whole = { name: this.name(), categoryId: this.categoryId, ...newPet };
    const told = await this.store.create(whole, body);
    this.created.push(told.pet);
    return told;
  }

  /** Creates what a provider may refuse with a 400; nothing when it does. */
  async offer(newPet: NewPet, body?: string): Promise<Told | undefined> {
    const told = await this.store.offer(newPet, body);
    if (told !== undefined) {
      this.created.push(told.pet);
    }
    return told;
  }

  /**
   * A pet with that status, or one that was created without: set-up for promises about other things.
   *
   * @throws {NotProved} when there is none
   */
  withStatus(status: PetStatus | undefined): Promise<Pet> {
    // Others may take away what is only listed: it is looked for each time.
    if (this.store.provider.readOnly) {
      return asSetUp(() => this.#listed(status));
    }
    const pet = this.#withStatus.get(status) ?? asSetUp(() => this.#createdWith(status));
    this.#withStatus.set(status, pet);
    return pet;
  }

  /**
   * Sees to it that pets can be created with a category, by creating one.
   *
   * @throws {NotProved} when the provider refuses it, as one that knows its categories may
   */
  withCategory(categoryId: bigint): Promise<void> {
    return asSetUp(async () => {
      if (this.created.some((pet) => pet.categoryId === categoryId)) {
        return;
      }
      if ((await this.offer({ name: this.name(), categoryId })) === undefined) {
        throw new NotProved(
          `the provider refuses the categoryId ${categoryId}, as one that knows its categories may`,
        );
      }
    });
  }

  /**
   * Sees to it that there are at least so many pets, as far as a page can show. What was created counts
   * though the list lags behind: never are more than so many created in all.
   */
  atLeast(count: number): Promise<void> {
    return asSetUp(async () => {
      const { pets } = await this.store.list({ limit: maxPage });
      const there = Math.max(pets.length, this.created.length);
      for (let missing = count - there; missing > 0; missing -= 1) {
        await this.create();
      }
    });
  }

  /** All pets, or all with a status, if a page can show them; nothing if there are too many. */
  async all(status?: PetStatus): Promise<readonly Pet[] | undefined> {
    const query = { limit: maxPage, ...(status === undefined ? {} : { status }) };
    const { pets } = await this.store.list(query);
    return pets.length < maxPage ? pets : undefined;
  }

  async #createdWith(status: PetStatus | undefined): Promise<Pet> {
    return (await this.create(status === undefined ? {} : { status })).pet;
  }

  async #listed(status: PetStatus | undefined): Promise<Pet> {
    const { pets } = await this.store.list({ limit: maxPage, ...(status && { status }) });
    const pet = pets.find((candidate) => candidate.status === status);
    if (pet === undefined) {
      const what = status === undefined ? 'without a status' : `with the status ${status}`;
      throw new NotProved(`the list shows no pet ${what}, and --read-only was asked for`);
    }
    return pet;
  }
}

/** What fails while a proof is prepared says nothing about the promise itself. */
async function asSetUp<T>(setUp: () => Promise<T>): Promise<T> {
  try {
    return await setUp();
  } catch (error) {
    if (error instanceof Broken) {
      throw new NotProved(`it couldn't be prepared: ${error.message}`);
    }
    throw error;
  }
}

/** Identifiers that hardly any service has given yet. */
const unlikelyIds = [largestInt64, 9_223_372_036_854_774_321n];
/** No service has given all of them: one that shows this one too makes pets up. */
const unlikeliestId = 8_999_999_999_999_999_989n;

/** An identifier that no pet has. */
export async function findUnusedId(store: AnimalStore): Promise<bigint> {
  for (const id of unlikelyIds) {
    // Whatever isn't that pet says that there is none: how it says so is what gets verified.
    if (!(await store.exists(id))) {
      return id;
    }
  }
  return unlikeliestId;
}
