import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import type { VerificationPets } from '../pets.js';
import { credentialOf } from '../provider/credentials.js';
import type { Exchange, Provider } from '../provider/provider.js';
import { NoAnswer } from '../provider/transport.js';
import { NotProved } from '../verdict.js';
import { type StateChange, setUpState } from './provider-states.js';

/** Says which interaction a request belongs to; it goes no further than the relay. */
export const interactionHeader = 'Animal-Store-Interaction';
const interactionField = interactionHeader.toLowerCase();

/** The same, among the parameters of its provider states. */
export const interactionParameter = 'interaction';
const statesPath = '/provider-states';

/** Headers that belong to one connection, or that the forwarded request gets by itself (RFC 9110, 7.6.1). */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', interactionField];
/** Headers of an answer that don't hold any more, or must not. */
const spentHeaders = [
  // Pact's verifier would follow it, to wherever it leads.
  'location',
  'connection',
  'keep-alive',
  'content-encoding',
  'content-length',
  'transfer-encoding',
];

/** What was learnt of an interaction: its exchange, or why there is none. */
export type Observed = Exchange | NotProved;

/**
 * A server on loopback between Pact's verifier and the provider. It sets up provider states, forwards
 * everything else byte for byte, and keeps what went by: so that one place decides about time-outs and
 * sizes, and a verdict can show what was sent and what came.
 */
export class Relay {
  /** By the number of the interaction. */
  readonly observed = new Map<number, Observed>();
  readonly #provider: Provider;
  readonly #pets: VerificationPets;
  readonly #server: Server;
  readonly #onObserved: (count: number) => void;
  #failure: unknown;

  /** @param onObserved called after each interaction, with how many there were */
  constructor(provider: Provider, pets: VerificationPets, onObserved: (count: number) => void) {
    this.#onObserved = onObserved;
    this.#provider = provider;
    this.#pets = pets;
    this.#server = createServer((request, response) => {
      const answered =
        request.url === statesPath
          ? this.#changeState(request, response)
          : this.#forward(request, response);
      answered.catch((error) => {
        this.#failure ??= error;
        response.destroy();
      });
    });
  }

  /** Listens on a free port of loopback. */
  async listen(): Promise<{ readonly url: string; readonly statesUrl: string }> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { url, statesUrl: `${url}${statesPath}` };
  }

  /** Frees the port; throws what went wrong in the relay itself, if something did. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  async #changeState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params = {}, ...change } = (await json(request)) as StateChange & { action?: string };
    if (change.action === 'teardown') {
      response.end('{}');
      return;
    }
    try {
      const values = await setUpState({ state: change.state, params }, this.#pets);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(values));
    } catch (error) {
      if (!(error instanceof NotProved)) {
        throw error;
      }
      this.#observe(Number(params[interactionParameter]), error);
      // A 5xx would be tried again for 15 seconds.
      response.writeHead(409).end();
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const number = Number(request.headers[interactionField]);
    const body = await buffer(request);
    const { method, url: path = '/' } = request;
    const call = {
      method: method as 'GET' | 'POST',
      path,
      credential: credentialOf(request.headers.authorization, this.#provider.keys),
      ...(body.length > 0 || method === 'POST' ? { body: body.toString() } : {}),
    };
    try {
      const headers = headersOf(request);
      const answer = await this.#provider.forward({
        method: call.method,
        path,
        headers,
        body: method === 'GET' ? undefined : new Uint8Array(body),
      });
      this.#observe(number, { call, answer });
      const kept = [...answer.headers].filter(([name]) => !spentHeaders.includes(name));
      response.writeHead(answer.status, kept.flat()).end(answer.bytes);
    } catch (error) {
      if (error instanceof NoAnswer) {
        this.#observe(number, { call, answer: error });
      } else if (error instanceof NotProved) {
        this.#observe(number, error);
      } else {
        throw error;
      }
      response.destroy();
    }
  }

  #observe(interaction: number, observed: Observed): void {
    this.observed.set(interaction, observed);
    this.#onObserved(this.observed.size);
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
