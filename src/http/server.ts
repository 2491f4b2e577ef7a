import { setMaxListeners } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { SimulatorError } from '../engine/interface/errors.js';
import { findHeadError } from './check-head.js';
import { Connections } from './connections.js';
import {
  createConnectionRefusal,
  createConnectRefusal,
  createExpectationRefusal,
  createPlainTextRefusal,
  describeParserError,
  sendError,
  writeRawError,
} from './errors.js';
import { type EventLoopDelay, EventLoopMonitor } from './event-loop-delay.js';
import { loadLazily } from './lazy-listener.js';
import { describeListenError, getCallableHost, type Listening } from './listening.js';
import type { Middleware, Observer } from './middleware.js';
import { mustWait, Pipelines } from './pipelines.js';
import { ReadingTurns } from './reading-turns.js';

/** Limits of connections, in milliseconds. */
const timing = {
  /** How long a TLS handshake may take. */
  handshakeTimeout: 10_000,
  /** How long a request may take to arrive. */
  requestTimeout: 30_000,
  /** How long a client may leave a response unread. */
  sendTimeout: 30_000,
  /** How often both are checked. */
  connectionsCheckingInterval: 1_000,
};
const maxConnections = 10_000;
/** How many connections may wait to be accepted: what Node.js sets by default. */
const backlog = 511;

/** Facts about the server that the app needs. */
export interface ServerFacts {
  /** The IP address that the server listens on. */
  readonly address: string;
  readonly readEventLoopDelay: () => EventLoopDelay;
  /** Whether the server is stopping; it may serve requests for a while. */
  readonly isStopping: () => boolean;
  /** Aborted when the server stops; responses that never end by themselves then end. */
  readonly stopping: AbortSignal;
}

interface ServerOptions {
  /** Default: HTTP. */
  readonly secure?: SecureOptions | undefined;
  readonly limits?: typeof timing;
}

/** What a server with HTTPS needs beside. `node:https` comes from the caller: most starts do without it. */
export interface SecureOptions {
  readonly createServer: typeof import('node:https').createServer;
  readonly cert: string;
  readonly key: string;
}

type LoadApp = (server: ServerFacts) => Promise<RequestListener>;

/** The standalone server: the service first, and an app for every other path. */
export class StandaloneServer {
  readonly #server: Server;
  readonly #scheme: 'http' | 'https';
  readonly #service: Middleware;
  readonly #app: RequestListener;
  readonly #observer: Observer;
  readonly #connections: Connections;
  readonly #pipelines = new Pipelines();
  readonly #turns: ReadingTurns;
  readonly #monitor = new EventLoopMonitor();
  readonly #checkInterval: number;
  readonly #stopping = new AbortController();
  #watch: NodeJS.Timeout | undefined;
  #address = '';

  constructor(
    service: Middleware,
    observer: Observer,
    loadApp: LoadApp,
    { secure, limits = timing }: ServerOptions = {},
  ) {
    const { sendTimeout, ...options } = limits;
    this.#service = service;
    this.#observer = observer;
    this.#connections = new Connections(sendTimeout);
    this.#turns = new ReadingTurns(() => this.#connections.list());
    this.#checkInterval = options.connectionsCheckingInterval;
    const { signal: stopping } = this.#stopping;
    setMaxListeners(0, stopping);
    this.#app = loadLazily(() =>
      loadApp({
        address: this.#address,
        readEventLoopDelay: () => this.#monitor.read(),
        isStopping: () => this.#connections.isStopping,
        stopping,
      }),
    );
    this.#scheme = secure === undefined ? 'http' : 'https';
    // Node.js would answer a missing Host with an empty body.
    const settings = { ...options, noDelay: true, requireHostHeader: false };
    this.#server = (
      secure === undefined ? createServer(settings) : this.#createSecure(settings, secure)
    )
      .on(secure === undefined ? 'connection' : 'secureConnection', (socket) => this.#open(socket))
      .on('request', (request, response) => this.#receive(request, response))
      .on('checkContinue', (request, response) => {
        this.#receive(request, response, () => this.#serve(request, response, true));
      })
      .on('checkExpectation', (request, response) => {
        this.#receive(request, response, () =>
          this.#refuse(request, response, createExpectationRefusal()),
        );
      })
      .on('connect', (_request, socket) =>
        this.#answerBroken(socket as Socket, createConnectRefusal()),
      )
      .on('clientError', (error, socket) => this.#receiveBroken(error, socket as Socket))
      .on('timeout', (socket) => this.#connections.expire(socket));
    // The size of headers is limited; by default Node.js also drops those beyond 2,000 silently.
    this.#server.maxHeadersCount = 0;
    // A client that ends its side still gets what it asked for.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
  }

  #createSecure(options: object, { createServer, cert, key }: SecureOptions): Server {
    const server: Server = createServer({ ...options, cert, key, allowHalfOpen: true });
    return server
      .removeAllListeners('tlsClientError')
      .on('connection', (socket) => this.#beginHandshake(socket))
      .on('tlsClientError', (error, socket) => this.#refuseHandshake(error, socket));
  }

  #beginHandshake(socket: Socket): void {
    this.#connections.beginHandshake(socket);
    if (this.#connections.size > maxConnections) {
      socket.destroy();
    }
  }

  /** Ends a connection without TLS, and tells the client if it speaks HTTP. */
  #refuseHandshake({ code }: NodeJS.ErrnoException, socket: Socket): void {
    if (code === 'ERR_SSL_HTTP_REQUEST') {
      const error = createPlainTextRefusal();
      this.#observeBroken(error);
      this.#connections.answerWithoutTls(socket, writeRawError(error));
    }
    socket.destroy();
  }

  #open(socket: Socket): void {
    this.#connections.open(socket);
    if (this.#connections.size > maxConnections) {
      this.#answerBroken(socket, createConnectionRefusal(maxConnections));
    }
  }

  /** Serves a request when the responses before its own are sent. */
  #receive(
    request: IncomingMessage,
    response: ServerResponse,
    serve = () => this.#serve(request, response),
  ): void {
    const connection = this.#connections.receive(response);
    if (connection === undefined) {
      return;
    }
    this.#turns.countChunks(request);
    if (mustWait(request, response)) {
      connection.noteSentAhead();
      this.#turns.count();
      this.#pipelines.wait(request, response, () => connection.isClosing || serve());
    } else {
      serve();
    }
  }

  #serve(request: IncomingMessage, response: ServerResponse, isBodyAwaited = false): void {
    const error = findHeadError(request);
    if (error !== undefined) {
      this.#refuse(request, response, error);
      return;
    }
    if (isBodyAwaited) {
      response.writeContinue();
    }
    if (request.url === '*') {
      this.#observe(request, response);
      response.writeHead(204, { Allow: 'GET, POST, HEAD, OPTIONS' }).end();
    } else {
      this.#service(request, response, () => {
        this.#observe(request, response);
        this.#app(request, response);
      });
    }
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: SimulatorError): void {
    this.#observe(request, response);
    sendError(response, error);
  }

  #receiveBroken(parserError: NodeJS.ErrnoException, socket: Socket): void {
    const error = describeParserError(parserError);
    if (error === undefined) {
      socket.destroy();
    } else if (parserError.code !== 'HPE_CLOSED_CONNECTION') {
      // Bytes behind a request with `Connection: close` are dropped (RFC 9112, 9.6).
      this.#answerBroken(socket, error);
    }
  }

  /** Answers bytes that never became a request, and ends the connection. */
  #answerBroken(socket: Socket, error: SimulatorError): void {
    this.#connections.get(socket)?.answerBroken(writeRawError(error), () => {
      this.#observeBroken(error);
    });
  }

  /** Reports the response to bytes that never became a request. */
  #observeBroken({ status }: SimulatorError): void {
    this.#observer.onResponse({ method: '-', target: '-', status, milliseconds: 0 });
  }

  /** Reports a response that isn't the service's, once it is sent. */
  #observe(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    // Read now, as the routers of Express shorten the target.
    const { method = '-', url: target = '-', headers } = request;
    const client = headers['simulator-client'];
    response.once('close', () => {
      this.#observer.onResponse({
        method,
        target,
        client,
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
      this.#server.listen(port, host, backlog, resolve);
    });
    this.#monitor.start();
    this.#watch = setInterval(() => this.#connections.limitUnread(), this.#checkInterval).unref();
    const { address, port: taken } = this.#server.address() as AddressInfo;
    this.#address = address;
    return { origin: `${this.#scheme}://${getCallableHost(host)}:${taken}`, port: taken };
  }

  /** Accepts the connections that wait for it, which would be reset: one in a turn, as Node.js does. */
  async #acceptWaiting(): Promise<void> {
    let accepted = -1;
    for (let turn = 0; turn < backlog && accepted < this.#connections.accepted; turn += 1) {
      accepted = this.#connections.accepted;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Stops accepting requests, lets open ones end, and aborts those that take too long.
   *
   * @param delay how long it first serves on, in milliseconds, until load balancers send it no more requests
   */
  async stop(delay = 0): Promise<void> {
    this.#connections.endAfterNext();
    if (delay > 0) {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
    await this.#acceptWaiting();
    this.#stopping.abort();
    const onEnd = this.#connections.end();
    // Node's own way for HTTP would reset connections whose next request is on its way.
    await new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    onEnd();
    this.#server.close();
    this.#monitor.stop();
    clearInterval(this.#watch);
  }
}
