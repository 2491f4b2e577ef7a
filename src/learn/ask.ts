import type { Exchange, ProviderRequest } from '../verify/evidence.js';
import type { ProviderClient } from '../verify/provider-client.js';
import { catchError, Inconclusive } from '../verify/result.js';
import { isSuccess } from '../verify/send/client.js';
import { readPets } from './answers.js';
import { type Question, questions, type Request } from './questions.js';

const maxRequests = 60;
const maxPets = 8;
/** Ids of so many new pets tell how ids are assigned. */
const minIds = 3;
/** Milliseconds before a request is repeated whose failure may pass. */
const repeatDelay = 200;
const maxRepeats = 2;

/** A question and the responses to it. */
export interface Asked {
  readonly question: Question;
  /** To its requests, as far as they were sent. */
  readonly exchanges: readonly Exchange[];
  /** To the first request, when it was sent again. */
  readonly again?: Exchange;
  /** Why it is not answered. */
  readonly unset?: string;
}

export const readIds = (exchange: Exchange): bigint[] =>
  readPets(exchange)
    .map(({ id }) => `${id}`)
    .filter((id) => /^-?\d+$/.test(id))
    .map(BigInt);

/** Asks a service, one request after another: nothing else of this run explains a response. */
export class Interview {
  /** The ids of created pets, in the order of the requests. */
  readonly ids: bigint[] = [];
  /** Of a pet that the service shows. */
  id = '1';
  #names = 0;

  constructor(
    readonly store: ProviderClient,
    readonly prefix: string,
    readonly categoryId: bigint,
  ) {
    store.client.limit = 1;
  }

  #fill(text: string): string {
    return text.replace('{id}', this.id).replace('{category}', `${this.categoryId}`);
  }

  /** Completes a request. */
  complete({ method = 'GET', path, body, ...rest }: Request): ProviderRequest {
    this.#names += 1;
    const name = JSON.stringify(`${this.prefix}-${this.#names}`);
    const pet = { name, categoryId: `${this.categoryId}` };
    const whole =
      typeof body === 'object'
        ? `{${Object.entries({ ...pet, ...body }).map(([field, json]) => `"${field}":${json}`)}}`
        : body;
    return {
      ...rest,
      method,
      path: this.#fill(path),
      ...(whole !== undefined && { body: this.#fill(whole) }),
    };
  }

  /**
   * Sends a request, again after a failure that may pass.
   *
   * @throws {Inconclusive} when enough requests were sent, or enough pets created
   */
  async send(request: Request): Promise<Exchange> {
    const { store } = this;
    const sent = this.complete(request);
    for (let repeats = 0; ; repeats += 1) {
      if (store.requests >= maxRequests) {
        throw new Inconclusive(`${maxRequests} requests have been sent already`);
      }
      if (sent.method === 'POST' && store.created.length >= maxPets) {
        throw new Inconclusive(`${maxPets} pets have been created already`);
      }
      const exchange = await store.send(sent);
      // Other clients, a restart or a gateway may be the reason of these.
      const mayPass = [0, 502, 503, 504].includes(exchange.response.status);
      if (!mayPass || repeats === maxRepeats) {
        if (sent.method === 'POST') {
          this.ids.push(...readIds(exchange));
        }
        return exchange;
      }
      await store.client.pause(repeatDelay);
    }
  }

  /** Sends the requests of a question. */
  async #askOne(question: Question): Promise<Asked> {
    const exchanges: Exchange[] = [];
    const end = await catchError(Inconclusive, async () => {
      for (const request of question.requests) {
        const exchange = await this.send(request);
        exchanges.push(exchange);
        const { status } = exchange.response;
        // What is accepted stays; who rejects 02 or an unknown path without a key needs no other request.
        const isRejected =
          (question.name.endsWith('-spelling') && status >= 400) ||
          (question.name === 'keyless-path' && status !== 404);
        const isNotFound = question.name === 'not_found' && status === 404;
        if ((request.method === 'POST' && isSuccess(status)) || isRejected || isNotFound) {
          break;
        }
      }
      while (question.name === 'id-scheme' && this.ids.length < minIds) {
        exchanges.push(await this.send({ method: 'POST', path: '/pets', body: {} }));
        if (this.ids.length < exchanges.length) {
          break;
        }
      }
      const gap = this.ids.findIndex((id, index) => (this.ids[index + 1] ?? id) > id + 1n);
      if (question.name === 'id-scheme' && gap >= 0) {
        // Another client may have created the pet between.
        exchanges.push(await this.send({ path: `/pets/${(this.ids[gap] ?? 0n) + 1n}` }));
      }
    });
    this.id = `${exchanges.flatMap(readIds)[0] ?? this.id}`;
    return { question, exchanges, ...(end && { unset: end.message }) };
  }

  /** Sends the bodies of several questions as one: a service that accepts it accepts each of them. */
  async #askTogether(group: readonly Question[]): Promise<Asked[]> {
    const bodies = group.map(({ requests }) => requests[0]?.body);
    const request = { method: 'POST', path: '/pets', body: Object.assign({}, ...bodies) };
    const exchange = await catchError(Inconclusive, () => this.send(request));
    return exchange instanceof Inconclusive || !isSuccess(exchange.response.status)
      ? []
      : group.map((question) => ({ question, exchanges: [exchange] }));
  }

  /** Asks all questions; with the requests that are left, it asks again what created nothing. */
  async askAll(): Promise<Asked[]> {
    const asked: Asked[] = [];
    const tried = new Set<string>();
    for (const question of questions) {
      const { together } = question;
      if (together !== undefined && !tried.has(together)) {
        tried.add(together);
        asked.push(
          ...(await this.#askTogether(questions.filter((one) => one.together === together))),
        );
      }
      if (!asked.some((one) => one.question === question)) {
        asked.push(await this.#askOne(question));
      }
    }
    const isError = ({ exchanges }: Asked) => !isSuccess(exchanges[0]?.response.status);
    const isPost = ({ question }: Asked) => question.requests[0]?.method === 'POST';
    // What varies shows in errors; those of createPet come last.
    const rank = (one: Asked) => (isPost(one) ? 2 : isError(one) ? 0 : 1);
    for (const one of asked.toSorted((a, b) => rank(a) - rank(b))) {
      const [first] = one.question.requests;
      const isRepeatable = one.exchanges.length > 0 && (isError(one) || !isPost(one));
      const again =
        first && isRepeatable && (await catchError(Inconclusive, () => this.send(first)));
      if (again && !(again instanceof Inconclusive)) {
        asked[asked.indexOf(one)] = { ...one, again };
      }
    }
    return asked;
  }
}
