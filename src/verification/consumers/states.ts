import { isLosslessNumber, parse } from 'lossless-json';
import { readInt64 } from '../../engine/interface/int64.js';
import { isPetStatus, type Pet, type PetStatus } from '../../engine/pets/pet.js';
import { type RetryBudget, requiredInARow } from '../checks/check.js';
import type { StateStore } from '../pact/provider-states.js';
import { formatNewPet } from '../provider/animal-store.js';
import { maxPage, unlikelyIds } from '../provider/pets.js';
import type { Exchange, Provider } from '../provider/provider.js';
import { NoResponse } from '../provider/transport.js';
import { catchError, Inconclusive } from '../result.js';

/** Whether a response says that the operation succeeded, whatever its body is. */
const isSuccess = ({ response }: Exchange): boolean =>
  response.status !== undefined && response.status >= 200 && response.status < 300;

/** Parses the body of a 2xx response; anything else is undefined. */
function parseBody(exchange: Exchange): unknown {
  const { response } = exchange;
  if (response instanceof NoResponse || !isSuccess(exchange)) {
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

/** Thrown for a pet without an id that can be read: interactions that do not use the id need none. */
export class NoId extends Inconclusive {
  override readonly name = 'NoId';
}

/** Reads the id and the status of a pet, whatever else is wrong with it. */
function readPet(value: unknown): FoundPet | undefined {
  const { id: rawId, status } = (value ?? {}) as Record<string, unknown>;
  const id =
    isLosslessNumber(rawId) || typeof rawId === 'string' ? readInt64(`${rawId}`) : undefined;
  return id === undefined ? undefined : { id, ...(isPetStatus(status) ? { status } : {}) };
}

const toQuery = (status: PetStatus | undefined) =>
  status === undefined ? '' : `&status=${status}`;

/**
 * Sets up the provider states of consumers' pacts through the interface. Unlike the checks of the
 * requirements, it takes any response that helps: a wrong status of createPet does not concern a
 * consumer that only lists pets.
 */
export class ConsumerStates implements StateStore {
  readonly #provider: Provider;
  readonly #prefix: string;
  readonly #candidates: bigint[];
  readonly #retryBudget: RetryBudget;
  readonly #pets = new Map<PetStatus | undefined, Promise<FoundPet>>();
  readonly #categories = new Map<bigint, Promise<void>>();
  #created = 0;
  #names = 0;
  #atLeast: Promise<void> = Promise.resolve();
  #unusedId: Promise<bigint> | undefined;

  /**
   * @param candidates categories that the provider may accept, at least one, the likeliest first
   * @param prefix begins the names of created pets
   * @param retryBudget how long a new pet may take to appear
   */
  constructor(
    provider: Provider,
    candidates: readonly bigint[],
    prefix: string,
    retryBudget: RetryBudget,
  ) {
    this.#provider = provider;
    this.#retryBudget = retryBudget;
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

  /** Finds a category that the provider accepts, by creating a pet; without one, the likeliest stays. */
  async findCategory(): Promise<void> {
    await catchError(Inconclusive, () => this.withStatus('available'));
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
        if (!isSuccess(exchange)) {
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
        await catchError(NoId, () => this.#create(undefined));
      }
      if (count > present) {
        await this.#waitUntil(async () => (await this.#list('')).length >= count);
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
      : await catchError(Inconclusive, () => this.#create(status));
    const isWanted = (pet: FoundPet | Inconclusive | undefined): pet is FoundPet =>
      pet !== undefined &&
      !(pet instanceof Inconclusive) &&
      (status === undefined || pet.status === status);
    if (isWanted(created)) {
      await this.#waitUntil(() => this.#isVisible(created, status));
      return created;
    }
    const page = await this.#list(toQuery(status));
    // Without creating one, any pet will do for a state that names no status.
    const other = status === undefined && this.#provider.readOnly ? page[0] : undefined;
    const listed = page.find((pet) => pet.status === status) ?? other;
    if (listed !== undefined) {
      return listed;
    }
    if (created instanceof Inconclusive) {
      throw created;
    }
    const what = status === undefined ? 'without a status' : `with the status ${status}`;
    throw new Inconclusive(
      created === undefined
        ? `the list has no pet ${what}, and --read-only excludes creating one`
        : `the state cannot be set up, because a pet that was created ${what} has another one`,
    );
  }

  /** Waits for a store that lags; what is still missing after that is for the interaction to show. */
  async #waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = this.#retryBudget.getDeadline();
    for (let missing = 1; missing > 0; ) {
      if (await isTrue()) {
        missing -= 1;
      } else if (performance.now() >= deadline) {
        this.#retryBudget.exhaust();
        return;
      } else {
        missing = requiredInARow;
        await this.#retryBudget.pause();
      }
    }
  }

  /** Whether getPet and the list have a pet, as far as their responses say. */
  async #isVisible({ id }: FoundPet, status: PetStatus | undefined): Promise<boolean> {
    const { response } = await this.#provider.send({ method: 'GET', path: `/pets/${id}` });
    if (response.status === 404) {
      return false;
    }
    const page = await this.#list(toQuery(status));
    return page.length === 0 || page.length >= maxPage || page.some((pet) => pet.id === id);
  }

  /** Lists pets that have an id; none if the response has no list. */
  async #list(query: string): Promise<FoundPet[]> {
    const path = `/pets?limit=${maxPage}${query}`;
    const body = parseBody(await this.#provider.send({ method: 'GET', path }));
    return Array.isArray(body) ? body.flatMap((one) => readPet(one) ?? []) : [];
  }

  /**
   * @throws {NoId} when the response does not show the id
   * @throws {Inconclusive} when no pet was created
   */
  async #create(status: PetStatus | undefined): Promise<FoundPet> {
    const exchange = await this.#post(status, this.categoryId);
    if (isSuccess(exchange)) {
      this.#created += 1;
      const pet = readPet(parseBody(exchange));
      if (pet === undefined) {
        throw this.#createError('the created pet shows no id', exchange, NoId);
      }
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

  #createError(what: string, exchange: Exchange, type = Inconclusive): Inconclusive {
    const response = this.#provider.describeResponse(exchange.response);
    const hint = exchange.response.status === 400 ? ' Set --category-id to a valid category.' : '';
    return new type(
      `the state cannot be set up, because ${what}: POST /pets returned ${response}.${hint}`,
    );
  }
}
