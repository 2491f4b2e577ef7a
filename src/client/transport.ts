import { stringify } from 'lossless-json';
import type { Client } from 'openapi-fetch';
import type { AdminRequest } from '../admin/call.js';
import type { paths } from '../admin/generated/types.js';
import type { Admin } from '../admin/router.js';
import {
  SimulatorError,
  type SimulatorErrorCode,
  simulatorErrors,
} from '../engine/interface/errors.js';
import { shorten } from '../engine/interface/format.js';
import { type JsonValue, tryReadJsonValue } from '../engine/interface/json.js';
import type { TransportResponse } from './http.js';

/** Carries admin requests to a simulator, in this process or over HTTP. */
export interface Transport {
  /** Where messages say that the simulator is. */
  readonly origin: string;
  send(request: Omit<AdminRequest, 'signal' | 'header'>): Promise<TransportResponse>;
}

/** A simulator in this process. Values pass as text, as over HTTP, so what a caller gets is a copy. */
export function createLocalTransport(loadAdmin: () => Promise<Admin>): Transport {
  const { signal } = new AbortController();
  return {
    origin: 'http://localhost',
    send: async (request) => {
      const admin = await loadAdmin();
      const header = () => undefined;
      return admin.answer({ ...request, signal, header });
    },
  };
}

/** A simulator that listens at an origin: `http://127.0.0.1:4010`. */
export function createHttpTransport(origin: string, token: string | undefined): Transport {
  return {
    origin,
    send: async ({ method, path, query, sandbox, body }) => {
      // Loaded when needed: a start does without, and TLS takes long.
      const { sendOverHttp } = await import('./http.js');
      const parameters = new URLSearchParams([...query, ['sandbox', sandbox]]);
      return sendOverHttp(`${origin}/__admin${path}?${parameters}`, {
        method,
        headers: token === undefined ? {} : { 'Simulator-Admin-Token': token },
        body,
      }).catch((error: NodeJS.ErrnoException) => {
        // Where a name has several addresses and none answers, the error has only a code.
        const reason = error.message || error.code;
        throw new SimulatorError(
          'simulator_conflict',
          `No simulator is running at ${origin}: ${reason}. Start one, or correct the URL.`,
        );
      });
    },
  };
}

/** The error body of a simulator. */
interface ErrorBody {
  readonly code: SimulatorErrorCode;
  readonly message: string;
}

function isErrorBody(value: unknown): value is ErrorBody {
  const { code, message } = Object(value) as Partial<ErrorBody>;
  return typeof message === 'string' && Object.hasOwn(simulatorErrors, String(code));
}

/** @throws {SimulatorError} the simulator's own, or one that says that something else answered */
function readValue({ status, text }: TransportResponse, origin: string): JsonValue | undefined {
  if (status === 204) {
    return undefined;
  }
  const value = tryReadJsonValue(text);
  const ok = status >= 200 && status <= 299;
  if (!ok && isErrorBody(value)) {
    throw new SimulatorError(value.code, value.message);
  }
  if (!ok || value === undefined) {
    const got = text === '' ? 'an empty body' : JSON.stringify(shorten(text, 200));
    throw new SimulatorError(
      'simulator_conflict',
      `The server at ${origin} is not a simulator: it answered ${status} with ${got}. Check the URL.`,
    );
  }
  return value;
}

/** As much of a `Request` as openapi-fetch sets; test environments such as happy-dom replace the global. */
class PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;

  constructor(url: string, { method, body }: { readonly method: string; readonly body?: string }) {
    this.method = method;
    this.url = url;
    this.body = body ?? '';
  }
}

/** As much of a `Response` as openapi-fetch reads: what fails is thrown before. */
function toResponse(status: number, value: JsonValue | undefined): Response {
  // With a length, openapi-fetch takes json(), which is lossless, and not text().
  const headers = { get: () => '1' };
  return { ok: true, status, headers, json: async () => value } as unknown as Response;
}

/** Calls the admin interface for one sandbox; rejects with `SimulatorError`. */
export type CallAdmin = <Data>(
  call: (admin: Client<paths>) => Promise<{ readonly data?: Data }>,
) => Promise<Data>;

async function loadClient({ origin, send }: Transport, sandbox: string): Promise<Client<paths>> {
  // Loaded at the first call: a start does without.
  const { default: createClient } = await import('openapi-fetch');
  return createClient<paths>({
    Request: PlainRequest as unknown as typeof Request,
    bodySerializer: (body) => stringify(body),
    fetch: async (request) => {
      const { method, url, body } = request as unknown as PlainRequest;
      const [path = '', search = ''] = url.split('?');
      const query = new URLSearchParams(search);
      const response = await send({ method, path, query, sandbox, body });
      return toResponse(response.status, readValue(response, origin));
    },
  });
}

export function createAdminCaller(transport: Transport, sandbox: string): CallAdmin {
  let client: Promise<Client<paths>> | undefined;
  return async <Data>(call: Parameters<CallAdmin>[0]) => {
    client ??= loadClient(transport, sandbox);
    // What fails rejects, so the data is always there.
    return (await call(await client)).data as Data;
  };
}
