import { omitUndefined } from '../base/json.js';
import { rightValues, writeBody } from '../document/requirements.js';
import {
  createPetRequest,
  type Exchange,
  isCreate,
  type ProviderRequest,
} from '../verify/evidence.js';
import type { Provider } from '../verify/provider.js';
import { catchError, Inconclusive } from '../verify/result.js';
import { isSuccess } from '../verify/send/client.js';
import { type Asked, type Question, questions, type Request } from './questions.js';
import { readIds } from './received-pets.js';

/** Enough for every question, whatever a service rejects. */
const maxRequests = 70;
const maxCreated = 8;
/** Milliseconds before a request is repeated whose failure may pass. */
const repeatDelay = 200;
const maxRepeats = 2;

/** Asks a service, one request after another: nothing else of this run explains a response. */
export class Interview {
  /** The ids of created pets, in the order of the requests. */
  readonly ids: bigint[] = [];
  /** For each of them, the number of requests of createPet until then. */
  readonly attempts: number[] = [];
  #attempts = 0;
  /** Of a pet that the service shows. */
  #id = '1';
  readonly #prefix = `learn-${crypto.randomUUID().slice(0, 6)}`;
  #names = 0;

  constructor(
    readonly store: Provider,
    readonly categoryId: bigint,
  ) {
    store.client.limit = 1;
  }

  #complete({ method = 'GET', path, body, ...rest }: Request): ProviderRequest {
    this.#names += 1;
    const name = `${this.#prefix}-${this.#names}`;
    const pet = { ...rightValues, name: '"{name}"', categoryId: '{category}' };
    const whole = typeof body === 'object' ? writeBody(omitUndefined({ ...pet, ...body })) : body;
    const text = whole?.replace('{name}', name).replace('{category}', `${this.categoryId}`);
    return {
      ...rest,
      method,
      path: path.replace('{id}', this.#id),
      ...(text !== undefined && { body: text }),
    };
  }

  /**
   * Sends a request, again after a failure that may pass.
   *
   * @throws {Inconclusive} when enough requests were sent, or enough pets created
   */
  async send(request: ProviderRequest): Promise<Exchange> {
    const { store } = this;
    for (let repeats = 0; ; repeats += 1) {
      if (store.requests >= maxRequests) {
        throw new Inconclusive(`${maxRequests} requests have been sent already`);
      }
      if (isCreate(request) && store.created.length >= maxCreated) {
        throw new Inconclusive(`${maxCreated} pets have been created already`);
      }
      this.#attempts += isCreate(request) ? 1 : 0;
      const exchange = await store.send(request);
      // Other clients, a restart or a gateway may be the reason of these.
      const mayPass = [0, 502, 503, 504].includes(exchange.response.status);
      if (!mayPass || repeats === maxRepeats) {
        if (isCreate(request)) {
          const ids = readIds(exchange);
          this.ids.push(...ids);
          this.attempts.push(...ids.map(() => this.#attempts));
        }
        return exchange;
      }
      await store.client.pause(repeatDelay);
    }
  }

  /** Sends the requests of a question that `before` leaves. */
  async #ask(question: Question, before: readonly Exchange[]): Promise<Asked> {
    const { name, isDone } = question;
    const requests = question.requests.map((one) => this.#complete(one));
    const exchanges = [...before];
    const end = await catchError(Inconclusive, async () => {
      for (const request of requests) {
        if (isDone?.(exchanges.at(-1), this.ids.length)) {
          break;
        }
        exchanges.push(await this.send(request));
      }
      const gap = this.ids.findIndex((id, index) => (this.ids[index + 1] ?? id) > id + 1n);
      if (name === 'id-scheme' && gap >= 0) {
        // Another client may have created the pet between.
        const path = `/pets/${(this.ids[gap] ?? 0n) + 1n}`;
        exchanges.push(await this.send({ method: 'GET', path }));
      }
    });
    this.#id = `${exchanges.flatMap(readIds)[0] ?? this.#id}`;
    return { name, requests, exchanges, ...(end && { unset: end.message }) };
  }

  /** Sends the first bodies of a group as one; a service that accepts it accepts each of them. */
  async #askTogether(group: readonly Question[]): Promise<Exchange[]> {
    const bodies = group.map(({ requests }) => requests[0]?.body);
    const request = { ...createPetRequest, body: Object.assign({}, ...bodies) };
    const exchange = await catchError(Inconclusive, () => this.send(this.#complete(request)));
    return exchange instanceof Inconclusive || !isSuccess(exchange.response.status)
      ? []
      : [exchange];
  }

  /** Asks all questions; with the requests that are left, it asks again what created nothing. */
  async askAll(): Promise<Asked[]> {
    const asked: Asked[] = [];
    for (const one of questions) {
      const group = [one].flat();
      const accepted = group.length > 1 ? await this.#askTogether(group) : [];
      for (const question of group) {
        asked.push(await this.#ask(question, accepted));
      }
    }
    const isError = ({ exchanges }: Asked) => !isSuccess(exchanges[0]?.response.status);
    const isPost = ({ requests }: Asked) => requests.some(isCreate);
    const statuses = asked.map(({ exchanges }) => exchanges[0]?.response.status);
    // Varying values show in errors, which have one form for each status in most services.
    const isFirst = (one: Asked) =>
      asked[statuses.indexOf(one.exchanges[0]?.response.status)] === one;
    const rank = (one: Asked) => (isFirst(one) ? 0 : isPost(one) ? 3 : isError(one) ? 1 : 2);
    for (const one of asked.toSorted((a, b) => rank(a) - rank(b))) {
      const [first] = one.exchanges;
      if (first && (isError(one) || !isPost(one))) {
        const again = await catchError(Inconclusive, () => this.send(first.request));
        if (!(again instanceof Inconclusive)) {
          one.again = again;
        }
      }
    }
    return asked;
  }
}
