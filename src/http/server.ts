import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import { SimulatorError } from '../engine/interface/errors.js';
import { UsageError } from '../options/resolve.js';
import { answerBrokenRequest, sendError } from './errors.js';
import type { Middleware, Observer } from './middleware.js';

/** Says in one sentence why nothing can listen there, and what to choose instead. */
function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Stop what listens there, or choose another port ` +
          '(0 picks a free one).',
      );
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} needs rights that this process hasn't. Choose a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(
        `${host} is no address of this machine. Choose one, such as 127.0.0.1.`,
      );
    default:
      return new UsageError(
        `Nothing can listen on port ${port} of ${host} (${error.code}). Choose another host or port.`,
      );
  }
}

/** How long a request may take to arrive, and how often that is looked at, in milliseconds. */
const arrival = { requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** How long open requests may go on once the server is to stop, in milliseconds. */
const stopTimeout = 1_500;
/** How often idle connections are looked for while the server stops, in milliseconds. */
const sweepInterval = 20;

/** Loads the app at its first request and never before: Express costs most of a start. */
function loadLazily(loadApp: () => Promise<RequestListener>): RequestListener {
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    app ??= loadApp();
    app.then(
      (handle) => handle(request, response),
      (error) => response.destroy(error),
    );
  };
}

const missingHost = 'The header Host is required (RFC 9112, 3.2). Send it.';
const unmetExpectation =
  'Expect must be 100-continue (RFC 9110, 10.1.1). Send that, or remove the header.';

/** Where a server listens, as a client can use it: `http://127.0.0.1:4010`. */
export interface Listening {
  readonly origin: string;
  readonly port: number;
}

/** The standalone server: the service first, and an app for every other path. */
export class StandaloneServer {
  readonly #server: Server;
  readonly #observer: Observer;
  readonly #sockets = new Set<Socket>();

  constructor(
    service: Middleware,
    observer: Observer,
    loadApp: () => Promise<RequestListener>,
    timing = arrival,
  ) {
    this.#observer = observer;
    const app = loadLazily(loadApp);
    // Node.js itself would answer a missing Host and an unmet expectation with an empty body.
    const options = { ...timing, noDelay: true, requireHostHeader: false };
    this.#server = createServer(options, (request, response) => {
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        this.#observe(request, response);
        sendError(response, new SimulatorError('bad_request', missingHost));
        return;
      }
      service(request, response, () => {
        this.#observe(request, response);
        app(request, response);
      });
    })
      .on('checkExpectation', (request, response) => {
        this.#observe(request, response);
        sendError(response, new SimulatorError('expectation_failed', unmetExpectation));
      })
      .on('clientError', (error, socket) => answerBrokenRequest(error, socket, observer))
      .on('connection', (socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      });
    // Headers are limited in size; Node.js would also drop those beyond some 2,000 without a word.
    this.#server.maxHeadersCount = 0;
  }

  /** What isn't the service's is observed when its answer is out. */
  #observe(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    // Now: on its way through routers, Express shortens the target.
    const { method = '-', url: target = '-' } = request;
    response.once('close', () => {
      this.#observer.onResponse({
        method,
        target,
        status: response.statusCode,
        milliseconds: performance.now() - start,
      });
    });
  }

  /**
   * Listens on a host and port; port 0 picks a free one.
   *
   * @throws {UsageError} when host or port can't be had
   */
  async listen(host: string, port: number): Promise<Listening> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(cannotListen(error, host, port)));
      this.#server.listen(port, host, resolve);
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    // Listening on all addresses includes loopback, and no client can call 0.0.0.0 everywhere.
    const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const name = isIPv6(callable) ? `[${callable}]` : callable;
    return { origin: `http://${name}:${taken}`, port: taken };
  }

  /** Stops accepting, lets open requests end, and cuts off those that take too long. */
  async stop(): Promise<void> {
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), stopTimeout);
    const sweep = setInterval(() => this.#closeIdleConnections(), sweepInterval);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(cutOff);
    clearInterval(sweep);
  }

  /** Those whose last answer is out, and those that browsers open beforehand and never use. */
  #closeIdleConnections(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  }
}
