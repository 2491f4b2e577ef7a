import { shorten } from '../../engine/interface/format.js';
import { NotProved } from '../verdict.js';
import { type Credential, headersOf, type Keys } from './credentials.js';
import { maskerOf } from './mask-key.js';
import { NoAnswer, type RawAnswer, type RawRequest, type Transport } from './transport.js';

/** A call of one of the three operations. */
export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  /** Relative to the address: `/pets?limit=1`. */
  readonly path: string;
  /** Default: `valid`. */
  readonly credential?: Credential;
  readonly body?: string;
  /** Of the body; default: `application/json`. */
  readonly contentType?: string;
}

/** A call and what came of it; no answer is one too. */
export interface Exchange {
  readonly call: ProviderCall;
  readonly answer: RawAnswer | NoAnswer;
}

/** Why something is not proved where nothing may be created. */
export const takesCreatePet = 'it takes a createPet, and --read-only was asked for';

/** After so many calls in a row without an answer, an operation isn't called any more. */
const maxLosses = 2;
/** So much of a body is shown. */
const maxShown = 400;

const operationOf = ({ method, path }: Pick<RawRequest, 'method' | 'path'>) =>
  `${method} ${path.startsWith('/pets/') ? '/pets/{petId}' : '/pets'}`;

/** A running implementation of the Animal Store service, of which nothing but the address is known. */
export class Provider {
  readonly keys: Keys;
  readonly readOnly: boolean;
  /** How many calls of createPet were answered with success (2xx). */
  createdPets = 0;
  readonly #transport: Transport;
  readonly #onCreated: (count: number) => void;
  readonly #mask: (text: string) => string;
  readonly #losses = new Map<string, number>();

  /** @param onCreated called after each pet that was created, with how many there are by then */
  constructor(
    transport: Transport,
    keys: Keys,
    readOnly: boolean,
    onCreated: (count: number) => void = () => {},
  ) {
    this.#onCreated = onCreated;
    this.#transport = transport;
    this.#mask = maskerOf(keys.valid);
    this.keys = keys;
    this.readOnly = readOnly;
  }

  /** Makes a call. Without an answer, that is what the exchange says. */
  async call(call: ProviderCall): Promise<Exchange> {
    const { method, path, body, credential = 'valid', contentType = 'application/json' } = call;
    const headers = {
      Accept: 'application/json',
      ...headersOf(credential, this.keys),
      ...(body === undefined ? {} : { 'Content-Type': contentType }),
    };
    try {
      return { call, answer: await this.forward({ method, path, headers, body }) };
    } catch (error) {
      if (error instanceof NoAnswer) {
        return { call, answer: error };
      }
      throw error;
    }
  }

  /**
   * Sends a request as it is.
   *
   * @throws {NoAnswer} when none came
   * @throws {NotProved} when it must not be sent, or isn't worth sending any more
   */
  async forward(request: RawRequest): Promise<RawAnswer> {
    if (this.readOnly && request.method !== 'GET') {
      throw new NotProved(takesCreatePet);
    }
    const operation = operationOf(request);
    const losses = this.#losses.get(operation) ?? 0;
    if (losses >= maxLosses) {
      throw new NotProved(`${operation} gave no answer ${losses} times in a row`);
    }
    try {
      const answer = await this.#transport(request);
      this.#losses.delete(operation);
      if (request.method === 'POST' && answer.status >= 200 && answer.status < 300) {
        this.createdPets += 1;
        this.#onCreated(this.createdPets);
      }
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) {
        this.#losses.set(operation, losses + 1);
      }
      throw error;
    }
  }

  /** A text that comes from the provider or goes there, fit to be shown: short, and without the key. */
  shown(text: string): string {
    return shorten(this.#mask(text), maxShown);
  }
}
