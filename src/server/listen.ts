import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBadRequest, SimulatorError, writeError } from '../document/errors.js';
import { UsageError } from '../options/usage-error.js';
import { errorMessages, sendError, toSimulatorError } from './send-reply.js';
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

export interface ListenOptions {
  readonly service: Middleware;
  /** Loads the listener for all that isn't the service's, at its first request: Express costs most of a start. */
  readonly loadApp: (server: ServerInfo) => Promise<RequestListener>;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Certificate and key for HTTPS, as PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How long the server serves on when it is closed, in milliseconds, until load balancers notice. */
  readonly shutdownDelay: number;
  readonly observer: Observer;
}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'is in use. Stop the process that uses it, or choose another port (0 picks a free one).',
  EACCES: 'needs more rights than this process has. Choose a port above 1023.',
};

function describeListenError(code: string | undefined, host: string, port: number): UsageError {
  const problem =
    listenErrors[code ?? ''] ??
    `can't be used (${code}). Choose an address of this machine, such as 127.0.0.1, and another port.`;
  return new UsageError(`Port ${port} on ${host} ${problem}`);
}

/** The host in a URL of the server. Listening on all addresses includes loopback, which every client can call. */
function getCallableHost(host: string): string {
  if (host === '0.0.0.0') {
    return '127.0.0.1';
  }
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host;
}

/** The error for bytes that the parser of Node.js refuses; nothing when the connection is lost. */
function describeParserError(code: string): SimulatorError | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new SimulatorError(
        'request_header_fields_too_large',
        'The headers are larger than 16 KiB. Send fewer or shorter headers.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new SimulatorError(
        'request_timeout',
        'The request took too long to arrive. Send its head within 1 minute, and all of it within 5.',
      );
    default:
      return code.startsWith('HPE_')
        ? createBadRequest(
            'This is not a valid HTTP/1.1 request. Check its first line and its headers.',
          )
        : undefined;
  }
}

/** Writes the response to bytes that never became a request: malformed, too slow, or too large. */
function writeRawError({ code, message, status }: SimulatorError): string {
  const body = writeError(code, message, status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers bytes that Node.js can't parse, after the response to an earlier request on the connection. */
function answerBrokenRequests(server: Server, { onResponse }: Observer): void {
  const responses = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const error = describeParserError(code);
    const earlier = responses.get(socket);
    const answer = () => {
      if (error === undefined || !socket.writable) {
        socket.destroy();
        return;
      }
      const { status, message } = error;
      onResponse({ method: '-', target: '-', status, message, milliseconds: 0 });
      socket.end(writeRawError(error), () => socket.destroy());
    };
    if (code === 'HPE_CLOSED_CONNECTION') {
      // Bytes behind a request with `Connection: close` are dropped (RFC 9112, 9.6).
    } else if (earlier?.req.complete && !earlier.writableFinished) {
      earlier.once('close', answer);
    } else {
      answer();
    }
  });
}

/** Reports a response that isn't the service's, once it is sent. */
function observe({ onResponse }: Observer, response: ServerResponse): void {
  const start = performance.now();
  // Read now, as the routers of Express shorten the target.
  const { method = '-', url: target = '-', headers } = response.req;
  const client = headers['simulator-client'];
  response.once('close', () => {
    const { statusCode: status } = response;
    const message = errorMessages.get(response);
    const milliseconds = performance.now() - start;
    onResponse({ method, target, client, status, message, milliseconds });
  });
}

async function open({ tls }: ListenOptions): Promise<Server> {
  if (tls === undefined) {
    return createServer();
  }
  const https = await import('node:https');
  return https.createServer({ ...tls });
}

/**
 * Listens: the service answers first, and an app has every other path.
 *
 * @returns the origin that clients can use, such as `http://127.0.0.1:4010`, and a function that stops
 * accepting, lets open requests end, and cuts off those that take longer than 1.5 seconds
 * @throws {UsageError} when the host or port can't be used
 */
export async function listen(options: ListenOptions) {
  const { service, loadApp, host, port: wanted, tls, shutdownDelay, observer } = options;
  const server = await open(options);
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
    service(request, response, () => serveApp(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(describeListenError(code, host, wanted)),
    );
    server.listen(wanted, host, resolve);
  });
  const taken = server.address() as AddressInfo;
  ({ address } = taken);
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (shutdownDelay > 0) {
      await new Promise((resolve) => setTimeout(resolve, shutdownDelay));
    }
    stopping.abort();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    await new Promise<void>((resolve) => {
      const cutOff = setTimeout(() => {
        server.closeAllConnections();
        // A connection in its TLS handshake is none of them, and nothing waits for it.
        resolve();
      }, stopTimeout);
      server.close(() => {
        clearTimeout(cutOff);
        resolve();
      });
    });
    clearInterval(sweep);
  };
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopped ??= stop();
    return stopped;
  };
  const scheme = tls === undefined ? 'http' : 'https';
  return { origin: `${scheme}://${getCallableHost(host)}:${taken.port}`, port: taken.port, close };
}
