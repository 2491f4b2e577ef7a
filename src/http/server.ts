import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SimulatorError } from '../engine/interface/errors.js';
import { UsageError } from '../options/resolve.js';
import { answerBrokenRequest, sendError } from './errors.js';
import type { Middleware, Observer } from './middleware.js';

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): UsageError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Stop the process that uses it, or choose another port ` +
          '(0 picks a free one).',
      );
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} needs more rights than this process has. Choose a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(
        `The host must be an address of this machine, such as 127.0.0.1; got "${host}".`,
      );
    default:
      return new UsageError(
        `Port ${port} on ${host} can't be used (${error.code}). Choose another host or port.`,
      );
  }
}

/** How long a request may take to arrive, and how often Node.js checks it, in milliseconds. */
const arrival = { requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** How long open requests may take while the server stops, in milliseconds. */
const stopTimeout = 1_500;
/** How often idle connections are closed while the server stops, in milliseconds. */
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

/** Where a server listens. */
export interface Listening {
  /** An origin that clients can use: `http://127.0.0.1:4010`. */
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
    // Node.js would answer a missing Host with an empty body.
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
      .on('clientError', (error, socket) => {
        answerBrokenRequest(error, socket, (status) =>
          observer.onResponse({ method: '-', target: '-', status, milliseconds: 0 }),
        );
      })
      .on('connection', (socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      });
    // The size of headers is limited; by default Node.js also drops those beyond 2,000 silently.
    this.#server.maxHeadersCount = 0;
  }

  /** Reports a response that isn't the service's, once it is sent. */
  #observe(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    // Read now, as the routers of Express shorten the target.
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
   * @throws {UsageError} when the host or port can't be used
   */
  async listen(host: string, port: number): Promise<Listening> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(describeListenError(error, host, port)));
      this.#server.listen(port, host, resolve);
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    // Listening on all addresses includes loopback; not every client can call 0.0.0.0.
    const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    // Only IPv6 has colons; the regular expressions of isIPv6 would take a tenth of a start.
    const name = callable.includes(':') ? `[${callable}]` : callable;
    return { origin: `http://${name}:${taken}`, port: taken };
  }

  /** Stops accepting requests, lets open ones end, and aborts those that take too long. */
  async stop(): Promise<void> {
    const abort = setTimeout(() => this.#server.closeAllConnections(), stopTimeout);
    const sweep = setInterval(() => this.#closeIdleConnections(), sweepInterval);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(abort);
    clearInterval(sweep);
  }

  /** Closes connections without a request, also those that browsers open in advance. */
  #closeIdleConnections(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  }
}
