import { isLosslessNumber, parse } from 'lossless-json';
import { readInt64 } from '../../engine/interface/int64.js';
import { isPetStatus, type Pet, type PetStatus } from '../../engine/pets/pet.js';
import type { StateStore } from '../pact/provider-states.js';
import { formatNewPet } from '../provider/animal-store.js';
import { maxPage, unlikelyIds } from '../provider/pets.js';
import type { Exchange, Provider } from '../provider/provider.js';
import { NoResponse } from '../provider/transport.js';
import { Inconclusive } from '../result.js';

/** Parses the body of a 2xx response; anything else is undefined. */
function parseBody({ response }: Exchange): unknown {
  if (response instanceof NoResponse || response.status < 200 || response.status > 299) {
    return undefined;
  }
  try {
    return parse(new TextDecoder().decode(response.bytes));
  } catch {
    return undefined;
  }
}

/** What a state needs of a pet. */
type FoundPet = Pick<Pet, 'id' | 'status'>;

/** Reads the id and the status of a pet, whatever else is wrong with it. */
function readPet(value: unknown): FoundPet | undefined {
  const { id: rawId, status } = (value ?? {}) as Record<string, unknown>;
  const id =
    isLosslessNumber(rawId) || typeof rawId === 'string' ? readInt64(`${rawId}`) : undefined;
  return id === undefined ? undefined : { id, ...(isPetStatus(status) ? { status } : {}) };
}

/**
 * Sets up the provider states of consumers' pacts through the interface. Unlike the checks of the
 * requirements, it takes any response that helps: a wrong status of createPet does not concern a
 * consumer that only lists pets.
 */
export class ConsumerStates implements StateStore {
  readonly #provider: Provider;
  readonly #prefix: string;
  readonly #candidates: bigint[];
  readonly #pets = new Map<PetStatus | undefined, Promise<FoundPet>>();
  readonly #categories = new Map<bigint, Promise<void>>();
  #created = 0;
  #names = 0;
  #atLeast: Promise<void> = Promise.resolve();
  #unusedId: Promise<bigint> | undefined;

  /**
   * @param candidates categories that the provider may accept, at least one, the likeliest first
   * @param prefix begins the names of created pets
   */
  constructor(provider: Provider, candidates: readonly bigint[], prefix: string) {
    this.#provider = provider;
    this.#candidates = [...candidates];
    this.#prefix = prefix;
  }

  get validKey(): string {
    return this.#provider.keys.valid;
  }

  get invalidKey(): string {
    return this.#provider.keys.invalid;
  }

  get categoryId(): bigint {
    return this.#candidates[0] ?? 1n;
  }

  /** @throws {Inconclusive} when there is none, and none can be created */
  withStatus(status: PetStatus | undefined): Promise<FoundPet> {
    const pet = this.#pets.get(status) ?? this.#findOrCreate(status);
    this.#pets.set(status, pet);
    return pet;
  }

  /** @throws {Inconclusive} when the provider rejects it */
  withCategory(categoryId: bigint): Promise<void> {
    const accepted =
      this.#categories.get(categoryId) ??
      this.#post(undefined, categoryId).then((exchange) => {
        if (parseBody(exchange) === undefined) {
          throw this.#createError(`no pet of the category ${categoryId} can be created`, exchange);
        }
      });
    this.#categories.set(categoryId, accepted);
    return accepted;
  }

  atLeast(count: number): Promise<void> {
    const ensure = async () => {
      const present = Math.max((await this.#list('')).length, this.#created);
      for (let missing = count - present; missing > 0; missing -= 1) {
        await this.#create(undefined);
      }
    };
    // One after another: each counts the pets that the one before has created.
    const ensured = this.#atLeast.then(ensure, ensure);
    this.#atLeast = ensured;
    return ensured;
  }

  /** Finds an id that getPet does not know. */
  unusedId(): Promise<bigint> {
    this.#unusedId ??= this.#findUnusedId();
    return this.#unusedId;
  }

  async #findUnusedId(): Promise<bigint> {
    for (const id of unlikelyIds) {
      const exchange = await this.#provider.send({ method: 'GET', path: `/pets/${id}` });
      if (readPet(parseBody(exchange))?.id !== id) {
        return id;
      }
    }
    throw new Inconclusive(`the provider has pets with the ids ${unlikelyIds.join(' and ')}`);
  }

  async #findOrCreate(status: PetStatus | undefined): Promise<FoundPet> {
    const created = this.#provider.readOnly
      ? undefined
      : await this.#create(status).catch((error: unknown) => error);
    if (created !== undefined && !(created instanceof Error)) {
      return created as FoundPet;
    }
    const query = status === undefined ? '' : `&status=${status}`;
    const listed = (await this.#list(query)).find((pet) => pet.status === status);
    if (listed !== undefined) {
      return listed;
    }
    throw (
      created ??
      new Inconclusive(
        `the list has no pet ${status === undefined ? 'without a status' : `with the status ${status}`}, ` +
          'and --read-only excludes creating one',
      )
    );
  }

  /** Lists pets that have an id; none if the response has no list. */
  async #list(query: string): Promise<FoundPet[]> {
    const path = `/pets?limit=${maxPage}${query}`;
    const body = parseBody(await this.#provider.send({ method: 'GET', path }));
    return Array.isArray(body) ? body.flatMap((one) => readPet(one) ?? []) : [];
  }

  /** @throws {Inconclusive} when the response has no pet */
  async #create(status: PetStatus | undefined): Promise<FoundPet> {
    const exchange = await this.#post(status, this.categoryId);
    const pet = readPet(parseBody(exchange));
    if (pet !== undefined) {
      this.#created += 1;
      return pet;
    }
    // The category may be unknown to the provider, which no list of categories says (section 2).
    if (exchange.response.status === 400 && this.#candidates.length > 1) {
      this.#candidates.shift();
      return this.#create(status);
    }
    throw this.#createError('no pet can be created', exchange);
  }

  #post(status: PetStatus | undefined, categoryId: bigint): Promise<Exchange> {
    this.#names += 1;
    const newPet = {
      name: `${this.#prefix}-${this.#names}`,
      categoryId,
      ...(status && { status }),
    };
    return this.#provider.send({ method: 'POST', path: '/pets', body: formatNewPet(newPet) });
  }

  #createError(what: string, exchange: Exchange): Inconclusive {
    const response = this.#provider.describeResponse(exchange.response);
    const hint = exchange.response.status === 400 ? ' Set --category-id to a valid category.' : '';
    return new Inconclusive(
      `the state cannot be set up, because ${what}: POST /pets returned ${response}.${hint}`,
    );
  }
}
