import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { readInputFile } from '../base/files.js';
import { endTurn, pause, realTime } from '../base/real-time.js';
import { UsageError } from '../base/usage-error.js';
import type { ResolvedOptions } from '../options/table.js';
import { errorMessages } from './respond.js';
import type { Middleware, Observer } from './service.js';

/** Maximum time of open requests after the server stops, in milliseconds. */
const stopTimeout = 1_500;

/** Facts about the server that the app needs. */
export interface ServerInfo {
  readonly address: string;
  /** True while the server is stopping; during the shutdown delay it serves requests nevertheless. */
  readonly isStopping: () => boolean;
  /** Aborted when the server stops accepting; responses that wait for something end then. */
  readonly stopping: AbortSignal;
}

export interface ListenOptions
  extends Pick<ResolvedOptions, 'host' | 'port' | 'tlsCert' | 'tlsKey' | 'shutdownDelay'> {
  readonly service: Middleware;
  /** Creates the listener for all that isn't the service's. */
  readonly createApp: (server: ServerInfo) => RequestListener;
  readonly observer: Observer;
}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'is in use. Stop the process that uses it, or set --port (port) to another; 0 picks a free one.',
  EACCES: 'needs more rights than this process has. Set --port (port) to one above 1023.',
};

/** Listening on all addresses includes loopback, which every client can call. */
const callableHosts: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The answers to bytes that the parser of Node.js refuses, by its codes. */
const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB. Send fewer or shorter headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'The request took too long to arrive. Send its head within 1 minute, and all of it within 5.',
  ],
};
const malformed = [
  400,
  'This is not a valid HTTP/1.1 request. Check its first line and its headers.',
] as const;

/**
 * Bytes that are no request end their connection, after the response under way: they may be the
 * rest of its request's body, whose Content-Length counted characters. Node.js alone would drop it.
 */
function refuseBrokenRequests(server: Server, { onResponse }: Observer): void {
  const responses = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const earlier = responses.get(socket);
    const end = (text: string) => socket.end(text, () => socket.destroy());
    if (earlier?.req.complete && !earlier.writableFinished) {
      earlier.once('close', () => end(''));
      return;
    }
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = parserErrors[code] ?? malformed;
    onResponse({ method: '-', target: '-', status, message, milliseconds: 0 });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: text/plain',
      `Content-Length: ${message.length}`,
      'Connection: close',
      // A page must be able to read that its cookies are too large.
      'Access-Control-Allow-Origin: *',
    ];
    end(`${head.join('\r\n')}\r\n\r\n${message}`);
  });
}

/** Reports a response that isn't the service's, once it is sent. */
function observe({ onResponse }: Observer, response: ServerResponse): void {
  const start = realTime.performance.now();
  // Read now, as the routers of Express shorten the target.
  const { method = '-', url: target = '-' } = response.req;
  response.once('close', () => {
    const { statusCode: status } = response;
    const message = errorMessages.get(response);
    const milliseconds = realTime.performance.now() - start;
    onResponse({ method, target, status, message, milliseconds });
  });
}

/** @throws {UsageError} when the files of the certificate and its key can't be read or used */
async function createAnyServer({ tlsCert, tlsKey }: ListenOptions): Promise<Server> {
  if (!tlsCert || !tlsKey) {
    return createServer();
  }
  const cert = readInputFile(tlsCert, `--tls-cert: the file ${tlsCert}`);
  const key = readInputFile(tlsKey, `--tls-key: the file ${tlsKey}`);
  // Loaded when needed: TLS takes long.
  const https = await import('node:https');
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  try {
    const server = https.createServer({ cert, key });
    // OpenSSL compares only keys of the same kind.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
      throw new Error('key values mismatch');
    }
    return server;
  } catch (error) {
    throw new UsageError(
      `--tls-cert, --tls-key: OpenSSL refuses the certificate in ${tlsCert} with the key in ${tlsKey}: ` +
        `${(error as Error).message}. Both files must be PEM and belong together, and the key must have no passphrase.`,
    );
  }
}

/**
 * Listens: the service answers first, and an app has every other path.
 *
 * @returns the origin that clients can use, such as `http://127.0.0.1:4010`, and a function that stops
 * accepting, lets open requests end, and cuts off those that take longer than 1.5 seconds
 * @throws {UsageError} when the host or port can't be used
 */
export async function listen(options: ListenOptions) {
  const { service, createApp, host, port: wanted, shutdownDelay, observer } = options;
  const server = await createAnyServer(options);
  const stopping = new AbortController();
  let isStopping = false;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      const problem =
        listenErrors[code] ??
        `can't be used (${code}). Choose an address of this machine, such as 127.0.0.1, and another port.`;
      reject(new UsageError(`Port ${wanted} on ${host} ${problem}`));
    });
    server.listen(wanted, host, resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  const app = createApp({ address, isStopping: () => isStopping, stopping: stopping.signal });
  refuseBrokenRequests(server, observer);
  server.on('tlsClientError', ({ reason }: Error & { readonly reason?: string }) => {
    if (reason !== undefined) {
      const advice = 'Clients must use https:// and trust the certificate of --tls-cert.';
      observer.onError(`A TLS handshake failed (${reason}). ${advice}`);
    }
  });
  server.on('request', (request, response) => {
    if (isStopping) {
      response.setHeader('Connection', 'close');
    }
    service(request, response, () => {
      observe(observer, response);
      app(request, response);
    });
  });
  const close = async (): Promise<void> => {
    isStopping = true;
    if (shutdownDelay > 0) {
      await pause(shutdownDelay);
    }
    stopping.abort();
    // Closes connections that become idle from now on.
    const sweep = realTime.setInterval(() => server.closeIdleConnections(), 20);
    const closed = new Promise((resolve) => server.close(resolve));
    const cutOff = new Promise((resolve) => realTime.setTimeout(resolve, stopTimeout).unref());
    await Promise.race([closed, cutOff]);
    server.closeAllConnections();
    realTime.clearInterval(sweep);
    // Clients in this process see then that their connections ended, and open others to the next server.
    for (let turns = 0; turns < 3; turns += 1) {
      await endTurn();
    }
  };
  const scheme = options.tlsCert ? 'https' : 'http';
  const callable = callableHosts[host] ?? host;
  const name = callable.includes(':') ? `[${callable}]` : callable;
  return { origin: `${scheme}://${name}:${port}`, port, close };
}
