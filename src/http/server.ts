import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { UsageError } from '../options/usage-error.js';
import { answerBrokenRequest } from './broken-request.js';
import { sendServerError } from './error-body.js';
import type { Middleware } from './middleware.js';

/** How long a request may take to arrive, in milliseconds. */
const requestTimeout = 30_000;
/** How long open requests may go on once the server is to stop, in milliseconds. */
const stopTimeout = 1_500;

/** How often idle connections are looked for while the server stops, in milliseconds. */
const sweepInterval = 20;

/** Express is loaded when something is asked for that isn't the service, never before. */
function loadedWhenNeeded(): RequestListener {
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    app ??= import('./app.js').then(({ createApp }) => createApp() as RequestListener);
    app.then(
      (handle) => handle(request, response),
      (error) => response.destroy(error),
    );
  };
}

const withoutHost = 'An HTTP/1.1 request must say its Host (RFC 9112, 3.2). Send the header Host.';
const unmetExpectation =
  'Of expectations, only 100-continue can be met (RFC 9110, 10.1.1). Leave the header Expect out.';

/** The standalone server: the service first, everything else by its Express app. */
export function createStandaloneServer(service: Middleware): Server {
  const everythingElse = loadedWhenNeeded();
  // Node.js would answer these two with an empty body.
  const options = { requestTimeout, noDelay: true, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      sendServerError(response, 'malformed', withoutHost);
      return;
    }
    service(request, response, () => everythingElse(request, response));
  });
  // Headers are limited in size; Node.js would also drop those beyond some 2,000 without a word.
  server.maxHeadersCount = 0;
  return server
    .on('checkExpectation', (_request, response) => {
      sendServerError(response, 'expectationFailed', unmetExpectation);
    })
    .on('clientError', answerBrokenRequest);
}

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
      return error;
  }
}

/** Where a server listens, as a client can use it: `http://127.0.0.1:4010`. */
export interface Listening {
  readonly origin: string;
  readonly port: number;
}

/**
 * Listens on a host and port; port 0 picks a free one.
 *
 * @throws {UsageError} when host or port can't be had
 */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  // Listening on all addresses includes loopback, and no client can call 0.0.0.0 everywhere.
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const name = isIPv6(callable) ? `[${callable}]` : callable;
  return { origin: `http://${name}:${taken}`, port: taken };
}

/** Stops accepting, lets open requests end, and cuts off those that take too long. */
export async function stop(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), stopTimeout);
  // A connection that is kept alive becomes idle when its last answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(cutOff);
  clearInterval(sweep);
}
