import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { SimulatorError } from '../../engine/interface/errors.js';
import { findCredential, type Keys } from '../provider/credentials.js';
import type { Exchange, Provider, ProviderRequest } from '../provider/provider.js';
import { NoResponse, type RawRequest, type RawResponse } from '../provider/transport.js';
import { catchError, Inconclusive } from '../result.js';
import type { StateChange, StateValues } from './provider-states.js';

/** The header with the number of the interaction that a request belongs to; the proxy removes it. */
export const interactionHeader = 'Animal-Store-Interaction';
const interactionField = interactionHeader.toLowerCase();

/** The same, among the parameters of its provider states. */
export const interactionParameter = 'interaction';

/** Headers of one connection (RFC 9110, 7.6.1), or set anew when the request is forwarded. */
const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding'];
const droppedHeaders: readonly string[] = [...hopHeaders, interactionField];

function copyHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !droppedHeaders.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Changes a request of Pact's verifier before it is forwarded. */
export type ChangeRequest = (
  interaction: number,
  request: RawRequest,
  values: StateValues,
) => RawRequest;

/** Sets up a state of an interaction; throws {@link Inconclusive} where this provider cannot be. */
type SetUpState = (
  change: StateChange,
  interaction: number,
) => Promise<StateValues> | StateValues;

/** Reads a request of Pact's verifier: for reports, and as it is forwarded to the provider. */
async function readRequest(
  message: IncomingMessage,
  keys: Keys,
  change: (request: RawRequest) => RawRequest,
): Promise<{ request: ProviderRequest; raw: RawRequest }> {
  const body = await buffer(message);
  const { method = '', url = '/' } = message;
  const raw = change({ method, path: url, headers: copyHeaders(message) });
  const { path } = raw;
  const credential = findCredential(raw.headers.authorization, keys);
  const request = { method, path, credential };
  return method === 'POST' || body.length > 0
    ? {
        request: { ...request, body: body.toString() },
        raw: { ...raw, body: new Uint8Array(body) },
      }
    : { request, raw };
}

const contractPath = /^\/contracts\/(\d+)$/;
const statesPath = '/provider-states';
const jsonType = { 'Content-Type': 'application/json' };

/** An exchange, and why Pact's verifier did not get its response. */
export interface RecordedExchange extends Exchange {
  readonly withheld?: string;
}

/** The exchange of an interaction, or why there is none. */
export type Recorded = RecordedExchange | Inconclusive;

/** Bytes of all bodies that Pact's verifier gets: it needs some 30 times their size. */
const maxBytes = 4 * 1024 ** 2;

export interface ProxyUrls {
  /** Stands in for the provider. */
  readonly url: string;
  readonly statesUrl: string;
  /** One for each contract. */
  readonly contractUrls: readonly string[];
}

/** What the proxy does beside recording. */
export interface ProxySettings {
  readonly setUp: SetUpState;
  /** Called after each interaction, with the count so far. */
  readonly onResult: (count: number) => void;
  readonly change?: ChangeRequest;
  /** The names of the response headers that an interaction needs beside Content-Type. */
  readonly headers?: (interaction: number) => readonly string[];
}

/**
 * A server on loopback between Pact's verifier and the provider. It serves the contracts, sets up
 * provider states, forwards all other requests byte for byte, and records each exchange: so one place
 * limits time and size, and a report can show what was sent and received.
 */
export class RecordingProxy {
  /** By the number of the interaction. */
  readonly recorded = new Map<number, Recorded>();
  readonly #provider: Provider;
  readonly #contracts: readonly string[];
  readonly #settings: ProxySettings;
  readonly #server: Server;
  /** What the states of an interaction returned. */
  readonly #values = new Map<number, StateValues>();
  #left = maxBytes;
  #failure: unknown;

  /** @param contracts the texts of Pact files */
  constructor(provider: Provider, contracts: readonly string[], settings: ProxySettings) {
    this.#provider = provider;
    this.#contracts = contracts;
    this.#settings = settings;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error) => {
        this.#failure ??= error;
        response.destroy();
      });
    });
  }

  /** Listens on a free port of loopback. */
  async listen(): Promise<ProxyUrls> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const contractUrls = this.#contracts.map((_, index) => `${url}/contracts/${index}`);
    return { url, statesUrl: `${url}${statesPath}`, contractUrls };
  }

  /** Frees the port; throws the first error of the proxy itself, if there was one. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    const [, contract] = contractPath.exec(url) ?? [];
    if (contract !== undefined) {
      response.writeHead(200, jsonType).end(this.#contracts[Number(contract)]);
    } else if (url === statesPath) {
      await this.#changeState(request, response);
    } else {
      await this.#forward(request, response);
    }
  }

  async #changeState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params = {}, ...change } = (await json(request)) as StateChange & { action?: string };
    if (change.action === 'teardown') {
      response.end('{}');
      return;
    }
    const interaction = Number(params[interactionParameter]);
    const values = await catchError(Inconclusive, () =>
      this.#trySetUp({ state: change.state, params }, interaction),
    );
    if (values instanceof Inconclusive) {
      this.#record(interaction, values);
      // Pact would retry a 5xx for 15 seconds.
      response.writeHead(409).end();
    } else {
      this.#values.set(interaction, { ...this.#values.get(interaction), ...values });
      response.writeHead(200, jsonType).end(JSON.stringify(values));
    }
  }

  /** @throws {Inconclusive} when the state cannot be set up, also because its parameters are wrong */
  async #trySetUp(change: StateChange, interaction: number): Promise<StateValues> {
    const values = await catchError(SimulatorError, () =>
      this.#settings.setUp(change, interaction),
    );
    if (values instanceof SimulatorError) {
      throw new Inconclusive(
        `the state ${JSON.stringify(change.state)} cannot be set up: ${values.message}`,
      );
    }
    return values;
  }

  async #forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { change, headers } = this.#settings;
    const interaction = Number(message.headers[interactionField]);
    const { request, raw } = await readRequest(message, this.#provider.keys, (sent) =>
      change === undefined ? sent : change(interaction, sent, this.#values.get(interaction) ?? {}),
    );
    const recorded = await catchError(Inconclusive, () => this.#provider.forward(request, raw));
    if (recorded instanceof Inconclusive || recorded.response instanceof NoResponse) {
      this.#record(interaction, recorded);
      response.destroy();
      return;
    }
    const { length } = recorded.response.bytes;
    if (length > this.#left) {
      const withheld =
        `the response has ${length} bytes, and Pact's verifier gets at most ${maxBytes} in all ` +
        'responses together';
      this.#record(interaction, { ...recorded, withheld });
      response.destroy();
    } else {
      this.#left -= length;
      this.#record(interaction, recorded);
      sendResponse(recorded.response, response, headers?.(interaction));
    }
  }

  #record(interaction: number, recorded: Recorded): void {
    this.recorded.set(interaction, recorded);
    this.#settings.onResult(this.recorded.size);
  }
}

/**
 * Sends a response to Pact's verifier with only the headers that the contract defines: others could
 * redirect it (Location), are no longer true (Content-Encoding), or cannot be repeated (Trailer).
 */
function sendResponse(
  { status, headers, bytes }: RawResponse,
  response: ServerResponse,
  names: readonly string[] = [],
): void {
  const sent = ['Content-Type', ...names].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  response.writeHead(status, Object.fromEntries(sent)).end(bytes);
}
