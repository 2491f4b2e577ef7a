import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { tryParseJson } from '../base/json.js';
import { describeNetworkError } from '../base/network-error.js';
import { shorten } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import { SimulatorError, type SimulatorErrorCode, simulatorErrors } from '../document/errors.js';
import { defaultApiKey, defaultSandbox } from '../engine/admit.js';
import { formatNeeds } from '../options/choices-and-needs.js';
import { type AdminCall, splitRoute } from '../server/admin/paths.js';
import { createCallAdmin } from './calls.js';
import { createSimulatorAccess, type SimulatorAccess } from './sandbox-handle.js';

export interface ConnectOptions {
  /** A key that the simulator accepts. Default: `ANIMAL_STORE_API_KEY`, or `test-key`. */
  readonly apiKey?: string;
  /** The admin token of the simulator. Default: `ANIMAL_STORE_ADMIN_TOKEN`, or none. */
  readonly adminToken?: string;
}

/** A simulator that runs elsewhere. */
export interface RemoteSimulator extends SimulatorAccess {
  /** The base URL of the service, which ends in `/v1`: append paths such as `/pets`. */
  readonly url: string;
  /** The base URL of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly apiKey: string;
}

const createConflict = (message: string) => new SimulatorError('simulator_conflict', message);

/** `/sandboxes/a/__admin/requests?limit=1` */
function formatAdminTarget(path: string, { sandbox, parameters }: AdminCall): string {
  const query = new URLSearchParams(parameters as Record<string, string>);
  const filled = path.replace(/\{(\w+)\}/, (_part, name: string) => {
    query.delete(name);
    return encodeURIComponent(String(parameters[name]));
  });
  return `/sandboxes/${sandbox}/__admin${filled}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * Sends a request as a program does. The global `fetch` won't do: test environments such as happy-dom
 * replace it with one that sends an `Origin`, as pages do, and pages must not control a simulator.
 */
async function sendOverHttp(
  url: string,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
  body: string,
) {
  // Loaded when needed: a start does without, and TLS takes long.
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  // On a connection of its own: the server may close an idle one just then.
  const [response] = await once(request(url, { ...options, agent: false }).end(body), 'response');
  return { status: response.statusCode as number, text: await text(response) };
}

/** Creates the function that calls a simulator which listens at an origin: `http://127.0.0.1:4010`. */
export function createHttpSend(origin: string, token: string | undefined) {
  const headers: Record<string, string> =
    token === undefined ? {} : { 'Simulator-Admin-Token': token };
  return async (call: AdminCall): Promise<string> => {
    const [method, path] = splitRoute(call.operation);
    const url = origin + formatAdminTarget(path, call);
    const response = await sendOverHttp(url, { method, headers }, call.body).catch((error) => {
      const reason = describeNetworkError(error);
      throw createConflict(
        `No simulator responded at ${origin}: ${reason}. Start one, or correct the URL.`,
      );
    });
    const { status, text: received } = response;
    const value = tryParseJson(received);
    if (status === 204 || (status < 300 && value !== undefined)) {
      return received;
    }
    const { code, message } = Object(value) as { code?: SimulatorErrorCode; message?: string };
    if (status >= 300 && code !== undefined && Object.hasOwn(simulatorErrors, code)) {
      throw new SimulatorError(code, String(message));
    }
    const got = received === '' ? 'an empty body' : JSON.stringify(shorten(received, 200));
    throw createConflict(
      `The server at ${origin} is not a simulator: it answered ${status} with ${got}. Check the URL.`,
    );
  };
}

/**
 * Controls a simulator that runs elsewhere. Nothing is sent until a method is called.
 *
 * @param url of the service or the server. Default: `ANIMAL_STORE_URL`, or `http://127.0.0.1:4010`
 * @example
 * const sandbox = connect('http://127.0.0.1:4010/v1').sandbox('checkout-7');
 * @throws {UsageError} when the URL is not one of HTTP
 */
export function connect(
  url: string = process.env.ANIMAL_STORE_URL || 'http://127.0.0.1:4010',
  options: ConnectOptions = {},
): RemoteSimulator {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(
      `The URL of a simulator must be like http://127.0.0.1:4010; got ${JSON.stringify(url)}.`,
    );
  }
  const { origin } = new URL(url);
  const { apiKey = process.env.ANIMAL_STORE_API_KEY || defaultApiKey } = options;
  const { adminToken = process.env.ANIMAL_STORE_ADMIN_TOKEN || undefined } = options;
  const admin = createHttpSend(origin, adminToken);
  const call = createCallAdmin(admin, defaultSandbox);
  return {
    url: `${origin}/v1`,
    origin,
    apiKey,
    ...createSimulatorAccess(admin, { origin, apiKey }, async ({ consumer, needs } = {}) => ({
      text: await call('readPact', { consumer, needs: needs && formatNeeds(needs) }),
      ...(await call('readExcluded', {})),
    })),
  };
}
