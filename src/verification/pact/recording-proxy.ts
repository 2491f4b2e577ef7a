import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { credentialOf, type Keys } from '../provider/credentials.js';
import type { VerificationPets } from '../provider/pets.js';
import type { Exchange, Provider, ProviderCall } from '../provider/provider.js';
import { NoAnswer, type RawAnswer, type RawRequest } from '../provider/transport.js';
import { NotProved } from '../verdict.js';
import { type StateChange, setUpState } from './provider-states.js';

/** Headers that belong to one connection, or that the forwarded request gets by itself (RFC 9110, 7.6.1). */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** A request of Pact's verifier: as it goes to the provider, and as a verdict tells of it. */
export interface Forwarded {
  readonly sent: RawRequest;
  readonly call: ProviderCall;
}

function headersOf({ headers }: IncomingMessage, relayHeader: string): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !ownHeaders.includes(name) && name !== relayHeader,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** @param relayHeader the header that goes no further than the relay */
async function readForwarded(
  request: IncomingMessage,
  relayHeader: string,
  keys: Keys,
): Promise<Forwarded> {
  const method = request.method as ProviderCall['method'];
  const { url: path = '/' } = request;
  const body = await buffer(request);
  const credential = credentialOf(request.headers.authorization, keys);
  const sent = { method, path, headers: headersOf(request, relayHeader) };
  return method === 'POST'
    ? {
        sent: { ...sent, body: new Uint8Array(body) },
        call: { method, path, credential, body: body.toString() },
      }
    : { sent, call: { method, path, credential } };
}

/** Says which interaction a request belongs to; it goes no further than the relay. */
export const interactionHeader = 'Animal-Store-Interaction';
const interactionField = interactionHeader.toLowerCase();

/** The same, among the parameters of its provider states. */
export const interactionParameter = 'interaction';

const contractPath = '/contract.json';
const statesPath = '/provider-states';
const jsonType = { 'Content-Type': 'application/json' };

/** What was learnt of an interaction: its exchange, or why there is none. */
export type Observed = Exchange | NotProved;

/** Where Pact's verifier finds what it needs. */
export interface RelayAddresses {
  /** The provider, as it were. */
  readonly url: string;
  readonly statesUrl: string;
  readonly contractUrl: string;
}

/**
 * A server on loopback between Pact's verifier and the provider. It hands out the contract, sets up
 * provider states, forwards everything else byte for byte, and keeps what went by: so that one place
 * decides about time-outs and sizes, and a verdict can show what was sent and what came.
 */
export class Relay {
  /** By the number of the interaction. */
  readonly observed = new Map<number, Observed>();
  readonly #provider: Provider;
  readonly #pets: VerificationPets;
  readonly #contract: string;
  readonly #server: Server;
  readonly #onObserved: (count: number) => void;
  #failure: unknown;

  /**
   * @param contract the text of the Pact file
   * @param onObserved called after each interaction, with how many there were
   */
  constructor(
    provider: Provider,
    pets: VerificationPets,
    contract: string,
    onObserved: (count: number) => void,
  ) {
    this.#provider = provider;
    this.#pets = pets;
    this.#contract = contract;
    this.#onObserved = onObserved;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => {
        this.#failure ??= error;
        response.destroy();
      });
    });
  }

  /** Listens on a free port of loopback. */
  async listen(): Promise<RelayAddresses> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { url, statesUrl: `${url}${statesPath}`, contractUrl: `${url}${contractPath}` };
  }

  /** Frees the port; throws what went wrong in the relay itself, if something did. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case contractPath:
        response.writeHead(200, jsonType).end(this.#contract);
        break;
      case statesPath:
        await this.#changeState(request, response);
        break;
      default:
        await this.#forward(request, response);
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
      response.writeHead(200, jsonType).end(JSON.stringify(values));
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
    const interaction = Number(request.headers[interactionField]);
    const forwarded = await readForwarded(request, interactionField, this.#provider.keys);
    const observed = await this.#exchange(forwarded);
    this.#observe(interaction, observed);
    if (observed instanceof NotProved || observed.answer instanceof NoAnswer) {
      response.destroy();
    } else {
      sendOn(observed.answer, response);
    }
  }

  async #exchange({ sent, call }: Forwarded): Promise<Observed> {
    try {
      return { call, answer: await this.#provider.forward(sent) };
    } catch (error) {
      if (error instanceof NoAnswer) {
        return { call, answer: error };
      }
      if (error instanceof NotProved) {
        return error;
      }
      throw error;
    }
  }

  #observe(interaction: number, observed: Observed): void {
    this.observed.set(interaction, observed);
    this.#onObserved(this.observed.size);
  }
}

/**
 * Of the headers, Pact's verifier gets the only one that the contract speaks of: others could lead it
 * elsewhere (Location), don't hold any more (Content-Encoding), or can't be sent again (Trailer).
 */
function sendOn({ status, headers, bytes }: RawAnswer, response: ServerResponse): void {
  const type = headers.get('content-type');
  response.writeHead(status, type === null ? {} : { 'Content-Type': type }).end(bytes);
}
