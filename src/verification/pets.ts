import { type NewPet, type Pet, type PetStatus, petStatuses } from '../engine/service/pet.js';
import type { AnimalStore, Told } from './animal-store.js';
import { Broken, NotProved } from './verdict.js';

/** No page shows more (section 8). */
export const longestPage = 100;

/** The statuses that a pet can be created with, and none. */
export const everyStatus = [...petStatuses, undefined] as const;

/**
 * The pets that one verification works with. It creates as few as it can, since nothing can take them
 * away again: what is asked for twice is created once.
 */
export class VerificationPets {
  readonly store: AnimalStore;
  /** A category that the provider accepts. */
  readonly categoryId: bigint;
  /** All that were created by `create`, as the answers told. */
  readonly created: Pet[] = [];
  readonly #run: string;
  readonly #withStatus = new Map<PetStatus | undefined, Promise<Pet>>();
  #names = 0;

  /** @param run tells the pets of one verification from those of others */
  constructor(store: AnimalStore, categoryId: bigint, run: string) {
    this.store = store;
    this.categoryId = categoryId;
    this.#run = run;
  }

  /** A name that no other pet has, and that says where the pet comes from. */
  name(): string {
    this.#names += 1;
    return `animal-store verify ${this.#run}-${this.#names}`;
  }

  /** Creates a pet; what isn't said is a name of its own and the usual category. */
  async create(newPet: Partial<NewPet> = {}): Promise<Told> {
    const told = await this.store.create({
      name: this.name(),
      categoryId: this.categoryId,
      ...newPet,
    });
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
    const known = this.#withStatus.get(status);
    if (known !== undefined) {
      return known;
    }
    const pet = asSetUp(() =>
      this.store.provider.readOnly ? this.#listed(status) : this.#createdWith(status),
    );
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

  /** Sees to it that there are at least so many pets, as far as a page can show. */
  atLeast(count: number): Promise<void> {
    return asSetUp(async () => {
      const { pets } = await this.store.list({ limit: longestPage });
      for (let missing = count - pets.length; missing > 0; missing -= 1) {
        await this.create();
      }
    });
  }

  /** All pets, or all with a status, if a page can show them; nothing if there are too many. */
  async all(status?: PetStatus): Promise<readonly Pet[] | undefined> {
    const query = { limit: longestPage, ...(status === undefined ? {} : { status }) };
    const { pets } = await this.store.list(query);
    return pets.length < longestPage ? pets : undefined;
  }

  async #createdWith(status: PetStatus | undefined): Promise<Pet> {
    return (await this.create(status === undefined ? {} : { status })).pet;
  }

  async #listed(status: PetStatus | undefined): Promise<Pet> {
    const { pets } = await this.store.list({ limit: longestPage, ...(status && { status }) });
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
