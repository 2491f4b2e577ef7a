import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { SimulatorError } from '../document/errors.js';
import { UsageError } from '../options/usage-error.js';
import {
  createConnectRefusal,
  createExpectationRefusal,
  createHostRefusal,
  describeParserError,
  writeRawError,
} from './parser-errors.js';
import { sendError, toSimulatorError } from './send-reply.js';
import type { Middleware, Observer } from './service.js';

/** How long open requests may take after the server stops, in milliseconds. */
const stopTimeout = 1_500;
/** How often connections that became idle are closed then. */
const sweepInterval = 20;

/** Facts about the server that the app needs. */
export interface ServerInfo {
  /** The IP address that the server listens on. */
  readonly address: string;
  /** Whether the server is stopping; during the shutdown delay it serves requests nevertheless. */
  readonly isStopping: () => boolean;
  /** Aborted when the server stops accepting; responses that wait for something end then. */
  readonly stopping: AbortSignal;
}

/** Loads the listener for all that isn't the service's. */
type LoadApp = (server: ServerInfo) => Promise<RequestListener>;

export interface ListenOptions {
  readonly service: Middleware;
  /** Called at the first request that needs it: Express costs most of a start. */
  readonly loadApp: LoadApp;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Certificate and key for HTTPS, as PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long the server serves on when it is closed, in milliseconds, until load balancers notice. */
  readonly shutdownDelay: number;
  readonly observer: Observer;
}

/** A server that listens. */
export interface Listening {
  /** An origin that clients can use: `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly port: number;
  /** Stops accepting, lets open requests end, and cuts off those that take longer than 1.5 seconds. */
  close(): Promise<void>;
}

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

/** The host in a URL of the server: `127.1` is 127.0.0.1. */
function getCallableHost(host: string): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const { hostname } = URL.canParse(`http://${name}`)
    ? new URL(`http://${name}`)
    : { hostname: name };
  // Listening on all addresses includes loopback; not every client can call 0.0.0.0.
  return hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
}

/** Reports a response that isn't the service's, once it is sent. */
function observe({ onResponse }: Observer, response: ServerResponse): void {
  const start = performance.now();
  // Read now, as the routers of Express shorten the target.
  const { method = '-', url: target = '-', headers } = response.req;
  const client = headers['simulator-client'];
  response.once('close', () => {
    const { statusCode: status } = response;
    onResponse({ method, target, client, status, milliseconds: performance.now() - start });
  });
}

/** Answers bytes that Node.js can't parse, and what it would refuse without a body. */
function answerBrokenRequests(server: Server, observer: Observer): void {
  const lastResponses = new WeakMap<object, ServerResponse>();
  const answer = (socket: Socket, error: SimulatorError) => {
    if (socket.writable) {
      observer.onResponse({ method: '-', target: '-', status: error.status, milliseconds: 0 });
      socket.end(writeRawError(error), () => socket.destroySoon());
    }
  };
  /** Answers after the responses to earlier requests on the connection. */
  const answerLast = (socket: Socket, error: SimulatorError) => {
    const last = lastResponses.get(socket);
    if (last === undefined || last.writableFinished) {
      answer(socket, error);
    } else if (last.req.complete) {
      last.once('finish', () => answer(socket, error));
    } else {
      observe(observer, last);
      sendError(last, error);
    }
  };
  server
    .on('request', (request, response) => lastResponses.set(request.socket, response))
    .on('checkExpectation', (_request, response) => {
      observe(observer, response);
      sendError(response, createExpectationRefusal());
    })
    .on('connect', (_request, socket) => answerLast(socket as Socket, createConnectRefusal()))
    .on('clientError', (parserError, socket) => {
      const error = describeParserError(parserError);
      if (error === undefined) {
        socket.destroy();
      } else if ((parserError as NodeJS.ErrnoException).code !== 'HPE_CLOSED_CONNECTION') {
        // Bytes behind a request with `Connection: close` are dropped (RFC 9112, 9.6).
        answerLast(socket as Socket, error);
      }
    });
}

/** Destroys all connections of a server that are left when it is called. */
function trackSockets(server: Server): () => void {
  const sockets = new Set<Socket>();
  // Over TLS too, these are the connections below it, some of them in a handshake.
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
}

async function open({ tls }: ListenOptions): Promise<Server> {
  // Node.js would answer a missing Host with an empty body.
  const settings = { requireHostHeader: false };
  if (tls === undefined) {
    return createServer(settings);
  }
  const https = await import('node:https');
  return https.createServer({ ...settings, ...tls });
}

/**
 * Listens: the service answers first, and an app has every other path.
 *
 * @throws {UsageError} when the host or port can't be used
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { service, loadApp, host, port, tls, shutdownDelay, observer } = options;
  const server = await open(options);
  const destroyAll = trackSockets(server);
  const stopping = new AbortController();
  let isStopping = false;
  let app: Promise<RequestListener> | undefined;
  let address = '';
  const serveApp: RequestListener = (request, response) => {
    observe(observer, response);
    app ??= loadApp({ address, isStopping: () => isStopping, stopping: stopping.signal });
    app.then(
      (listener) => listener(request, response),
      (error) => {
        observer.onError(error);
        sendError(response, toSimulatorError(error));
      },
    );
  };
  answerBrokenRequests(server, observer);
  server.on('request', (request, response) => {
    if (isStopping) {
      response.setHeader('Connection', 'close');
    }
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      observe(observer, response);
      sendError(response, createHostRefusal());
    } else if (request.url === '*') {
      observe(observer, response);
      response.writeHead(204, { Allow: 'GET, POST, HEAD, OPTIONS' }).end();
    } else {
      service(request, response, () => serveApp(request, response));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const taken = server.address() as AddressInfo;
  ({ address } = taken);
  const stop = async () => {
    isStopping = true;
    if (shutdownDelay > 0) {
      await new Promise((resolve) => setTimeout(resolve, shutdownDelay));
    }
    stopping.abort();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    const cutOff = setTimeout(destroyAll, stopTimeout);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
    clearTimeout(cutOff);
  };
  let stopped: Promise<void> | undefined;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${getCallableHost(host)}:${taken.port}`,
    port: taken.port,
    close: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
