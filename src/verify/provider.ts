import { randomInt } from 'node:crypto';
import { isLosslessNumber } from 'lossless-json';
import { attempt } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import type { OperationName } from '../document/operations.js';
import { formatPet, type NewPet, type Pet, type PetStatus } from '../document/pet.js';
import { realTime } from '../document/real-time.js';
import { getPageSize, type PageQuery, type State } from '../document/requirements.js';
import {
  expectUnchanged,
  parseErrorResponse,
  parseJsonResponse,
  parsePetResponse,
  parsePetsResponse,
  ResponseError,
} from '../document/responses.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { undecided } from './causes.js';
import {
  createEvidenceFormatter,
  type Exchange,
  type Failure,
  nameOperation,
  type ProviderRequest,
} from './evidence.js';
import { Advice, CheckFailed, type CreatedPet, Inconclusive, StaleResponse } from './result.js';
import { type Client, isSuccess, NoResponse, type RawResponse } from './send/client.js';

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
export const maxPage = 100;

/** What responses have shown of a created pet; each time as performance.now() counts. */
interface PetHistory {
  readonly createdAt: number;
  /** The first getPet request that did not find it yet. */
  missing?: Exchange;
  /** When getPet found it first. */
  foundAt?: number;
}

export type ReceivedPage = Awaited<ReturnType<Provider['list']>>;
export type ReceivedPet = Awaited<ReturnType<Provider['get']>>;

/** Thrown for what needs createPet, under --read-only. */
export const createExcluded = () =>
  new Inconclusive('testing it needs createPet, which --read-only excludes');

/** A body of more bytes may get no response, even from a correct provider. */
const largeBody = 65_536;

/** Content too large, URI too long, unsupported media type, header fields too large (RFC 9110, RFC 6585). */
const frameworkStatuses: readonly number[] = [413, 414, 415, 431];

/**
 * A provider under verification: its three operations, and its pets. Each operation throws {@link CheckFailed} when
 * the response contradicts the document: its status, its content type, its shape, or what follows from the request.
 * It creates as few pets as it can, because the interface has no operation to delete them: shared ones once.
 */
export class Provider {
  /** One for each createPet request that got a 2xx response. */
  readonly created: CreatedPet[] = [];
  requests = 0;
  readonly evidenceFormatter: ReturnType<typeof createEvidenceFormatter>;
  /** By operation, those in a row. */
  readonly #losses = new Map<OperationName, readonly Exchange[]>();
  /** Begins the names, and distinguishes them from those of other verifications. */
  readonly prefix = namePrefix + toLetters(randomInt(26 ** 3, 26 ** 4));
  /** Those that the provider may accept; the first one is used. */
  categories = [1n];
  /** All pets that were created here, as createPet returned them. */
  readonly pets: Pet[] = [];
  /** By the id of each of them, in order. */
  readonly history = new Map<bigint, PetHistory>();
  /** The ids of all pets that a list has shown. */
  readonly listed = new Set<bigint>();
  readonly shared = new Map<PetStatus | undefined, Promise<Pet>>();
  /** The getPet requests for created pets that other clients seem to have deleted. */
  readonly deleted = new Set<string>();
  /** Whether a new pet has its status when it is read twice; unknown until it matters. */
  keepsStatus: Promise<boolean> | undefined;
  /** Milliseconds to wait for a store that lags; none once that was in vain, to stay fast. */
  retryBudget: number;
  #names = 0;

  /** @param maxLosses requests in a row without a response, after which an operation is not called again */
  constructor(
    readonly options: ResolvedVerifyOptions,
    readonly client: Client,
    readonly maxLosses = 2,
  ) {
    this.evidenceFormatter = createEvidenceFormatter(options);
    this.retryBudget = options.timeout;
  }

  /** Whether --read-only permits a request. */
  allows({ method }: { readonly method: string }): boolean {
    return method === 'GET' || !this.options.readOnly;
  }

  /**
   * Sends a request; a missing response is part of the exchange.
   *
   * @throws {Inconclusive} when --read-only excludes it, its operation no longer responds, or a large body
   *   gets no response
   */
  async send(request: ProviderRequest): Promise<Exchange> {
    if (!this.allows(request)) {
      throw createExcluded();
    }
    const operation = nameOperation(request);
    const losses = this.#losses.get(operation) ?? [];
    const [first] = losses;
    if (first !== undefined && losses.length >= this.maxLosses) {
      throw new Inconclusive(
        `${operation} gave no response ${losses.length} times in a row, so it was not called again`,
        this.failure(first, { expected: 'a response' }).evidence,
      );
    }
    this.requests += 1;
    const response = await this.client.send(this.evidenceFormatter.createRaw(request));
    const exchange = { request, response };
    if (response instanceof NoResponse) {
      if (Buffer.byteLength(request.body ?? '') > largeBody) {
        throw new Inconclusive(`${response.message}; it may be the limit for bodies (section 8)`);
      }
      this.#losses.set(operation, [...losses, exchange]);
      return exchange;
    }
    this.#losses.delete(operation);
    if (request.method === 'POST' && isSuccess(response.status)) {
      const pet = (attempt(() => parseJsonResponse(response)) ?? {}) as Record<string, unknown>;
      const read = (field: string) =>
        typeof pet[field] === 'string' || isLosslessNumber(pet[field])
          ? this.evidenceFormatter.redact(`${pet[field]}`)
          : undefined;
      this.created.push(omitUndefined({ id: read('id'), name: read('name') }));
    }
    return exchange;
  }

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

  /** Lists all pets, or all with a status, unless there are too many. */
  listAll(status?: PetStatus): Promise<ReceivedPage> {
    return this.list({ limit: maxPage, status });
  }

  /** Sends a createPet request; the response is not checked yet. */
  post(newPet: NewPet, body = formatPet(newPet)): Promise<Exchange> {
    return this.send({ method: 'POST', path: '/pets', body });
  }

  /** getPet: the pet with that id. */
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

  /** Sends a request that must be rejected with this status, and an Error. */
  async expectRejected(request: ProviderRequest, status: number): Promise<void> {
    this.expectError(await this.send(request), [status]);
  }

  /** Expects one of these statuses with an Error; where frameworks send the status, a wrong one is advice. */
  expectError(exchange: Exchange, statuses: readonly number[], expected?: string): void {
    const { status } = exchange.response;
    try {
      this.read(exchange, statuses, 'an Error', parseErrorResponse, expected);
    } catch (failure) {
      const isOfFramework = frameworkStatuses.includes(status) && statuses.includes(status);
      throw isOfFramework && failure instanceof CheckFailed
        ? new Advice(undecided.frameworkError, failure.evidence)
        : failure;
    }
  }

  /** Reads a response that must have one of these statuses and a shape; `expected` may name other right ones. */
  read<T>(
    exchange: Exchange,
    statuses: readonly number[],
    what: string,
    parseResponse: (response: RawResponse) => T,
    expected = `${statuses.join(' or ')} with ${what}`,
  ): T {
    const { response } = exchange;
    if (!statuses.includes(response.status)) {
      throw this.failure(exchange, { expected, statuses });
    }
    try {
      return parseResponse(response);
    } catch (error) {
      if (!(error instanceof ResponseError)) {
        throw error;
      }
      const { message: problem, title: cause, expected: rule = expected } = error;
      throw this.failure(exchange, { expected: rule, statuses, problem, cause });
    }
  }

  advice(exchange: Exchange, expected: string, reason: string): Advice {
    return new Advice(reason, this.failure(exchange, { expected }).evidence);
  }

  /** @param type {@link StaleResponse} where a store that lags could respond so for a while */
  failure(exchange: Exchange, failure: Failure, type = CheckFailed): CheckFailed {
    return new type(this.evidenceFormatter.createEvidence(exchange, failure));
  }

  get categoryId(): bigint {
    return this.categories[0] ?? 1n;
  }

  createName(): string {
    this.#names += 1;
    return this.prefix + toLetters(this.#names);
  }

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

  /** Reads the response to a createPet request that must succeed; records the pet. */
  readCreated(exchange: Exchange, newPet: NewPet, status = '201 with the Pet'): ReceivedPet {
    const parse = (response: Exchange['response']) => {
      const received = parsePetResponse(response);
      const { id, status: _status, ...rest } = received;
      // The document does not define the status of a pet that was created without one (section 3).
      const compared = newPet.status === undefined ? { ...rest, id } : received;
      const expected = '201 with the pet as it was sent, and its id';
      expectUnchanged(expected, { ...newPet, id }, compared);
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
