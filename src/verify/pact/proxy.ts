import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { shorten } from '../../base/text.js';
import type { StateParameters } from '../../contract/provider-states.js';
import { isHopByHop } from '../../document/headers.js';
import type { Provider } from '../provider.js';
import { Inconclusive } from '../result.js';
import { NoResponse } from '../send/client.js';
import { createStatus, findUnauthorized, type PactReport } from './report.js';
import { createStates } from './states.js';

interface StateChange {
  readonly state: string;
  readonly params?: StateParameters;
}

/** The states of this package that set up a state of another tool. */
export type StateMap = Readonly<Record<string, StateChange | readonly StateChange[]>>;

const writtenAnew = /^(?:host|content-length|accept-encoding|content-encoding)$/;

const copyHeaders = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !isHopByHop(name) && !writtenAnew.test(name))
      .map(([name, one]) => [name, `${one}`]),
  );

/**
 * Starts a server on loopback between Pact's verifier and the service. It sets up provider states, and
 * puts the id of a state, and the key unless a pact expects 401, into requests. A rehearsal comes first: each
 * request gets a status of its own, by which the report of Pact's verifier shows what the request expects.
 *
 * @returns its port and URLs, and the reasons that Pact's verifier does not know
 */
export async function startProxy(provider: Provider, stateMap: StateMap) {
  const setUpState = createStates(provider);
  const problems: string[] = [];
  // Web pages in a browser can't guess it.
  const prefix = `/${crypto.randomUUID()}`;
  const basePath = new URL(provider.options.url).pathname.replace(/\/$/, '');
  /** Values that the states of the next request returned: Pact's verifier sends one interaction after another. */
  let values: Readonly<Record<string, string>> = {};
  /** Number of state changes so far, which tells requests apart. */
  let count = 0;
  /** Requests whose pact expects 401; none in the rehearsal. */
  let unauthorized: ReadonlySet<number> | undefined;

  const changeState = async (message: IncomingMessage, response: ServerResponse) => {
    const { action, state, params } = JSON.parse(String(await buffer(message)));
    count += 1;
    try {
      const changes = [stateMap[state] ?? { state, params }].flat();
      for (const change of action === 'teardown' || !unauthorized ? [] : changes) {
        values = { ...values, ...(await setUpState(change.state, change.params ?? {})) };
      }
    } catch (error) {
      problems.push(`Provider state ${JSON.stringify(state)}: ${(error as Error).message}`);
      values = {};
      // Pact's verifier sends a 5xx again for 15 seconds.
      response.statusCode = 409;
    }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(values));
  };

  const forward = async (message: IncomingMessage, response: ServerResponse, url: string) => {
    const { apiKey, petId } = values;
    values = {};
    const { method = 'GET' } = message;
    const body = Uint8Array.from(await buffer(message));
    // Many consumers have the path of the base URL in theirs.
    const own = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
    const path = petId === undefined ? own : own.replace(/^(\/pets\/)[^/?]+/, `$1${petId}`);
    const headers = copyHeaders(Object.entries(message.headers));
    const key = apiKey ?? provider.options.apiKey;
    if (!unauthorized?.has(count)) {
      headers.authorization ??= `Bearer ${key}`;
    }
    if (apiKey !== undefined || !unauthorized?.has(count)) {
      // Other schemes than Bearer stay as they are.
      headers.authorization &&= headers.authorization.replace(/(?<=^Bearer +)\S.*/i, () => key);
    }
    try {
      // Pact's verifier asks for messages like this.
      if (method === 'POST' && /^\/?$/.test(path)) {
        const text = shorten(`${Buffer.from(body)}`);
        throw new Inconclusive(`the interface has no messages (section 6), such as ${text}`);
      }
      if (unauthorized === undefined) {
        response.writeHead(createStatus(count)).end();
        return;
      }
      if (!provider.allows({ method })) {
        throw new Inconclusive(`--read-only excludes ${method}`);
      }
      const sent = body.length === 0 ? undefined : body;
      if (sent && method === 'GET') {
        throw new Inconclusive('a GET with a body is not sent');
      }
      const received = await provider.client.send({ method, path, headers, body: sent });
      if (received instanceof NoResponse) {
        problems.push(
          `${method} ${path}: ${provider.evidenceFormatter.describeResponse(received)}`,
        );
      }
      response.statusCode = received.status || 502;
      // Some pacts have Content-Length, which Node.js adds.
      response.setHeaders(new Map(Object.entries(copyHeaders(received.headers))));
      response.end(received.bytes);
    } catch (error) {
      problems.push(`${method} ${path}: ${(error as Error).message}`);
      message.socket.destroy();
    }
  };

  const server = createServer(async (message, response) => {
    const { url = '' } = message;
    if (!url.startsWith(prefix)) {
      response.writeHead(404).end();
    } else if (url === `${prefix}/states`) {
      await changeState(message, response);
    } else {
      await forward(message, response, url.slice(prefix.length + '/service'.length));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    servicePath: `${prefix}/service`,
    statesUrl: `http://127.0.0.1:${port}${prefix}/states`,
    problems,
    endRehearsal: ({ errors = [], pendingErrors = [] }: Partial<PactReport>) => {
      unauthorized = new Set([errors, pendingErrors].flatMap(findUnauthorized));
      count = 0;
      problems.length = 0;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
