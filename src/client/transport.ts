import type { AdminRequest } from '../admin/call.js';
import type { Admin } from '../admin/router.js';
import type { Chunks } from '../admin/slices.js';
import {
  SimulatorError,
  type SimulatorErrorCode,
  simulatorErrors,
} from '../engine/interface/errors.js';
import { shorten } from '../engine/interface/format.js';
import { type JsonValue, tryReadJsonValue } from '../engine/interface/json.js';

/** A response as plain values. */
export interface TransportResponse {
  readonly status: number;
  readonly body: Chunks;
}

/** Carries admin requests to a simulator, in this process or over HTTP. */
export interface Transport {
  /** Where messages say that the simulator is. */
  readonly origin: string;
  send(request: TransportRequest): Promise<TransportResponse>;
}

interface TransportRequest extends Omit<AdminRequest, 'signal' | 'header' | 'body'> {
  /** Text, or its slices where the route reads a stream. */
  readonly body: string | Iterable<string>;
}

/** Decodes the body of a response. */
export async function* decodeChunks({ body }: TransportResponse): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

export async function readText(response: TransportResponse): Promise<string> {
  const slices: string[] = [];
  for await (const slice of decodeChunks(response)) {
    slices.push(slice);
  }
  return slices.join('');
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

/** The error body of a simulator. */
interface ErrorBody {
  readonly code: SimulatorErrorCode;
  readonly message: string;
}

function isErrorBody(value: unknown): value is ErrorBody {
  const { code, message } = Object(value) as Partial<ErrorBody>;
  return typeof message === 'string' && Object.hasOwn(simulatorErrors, String(code));
}

/** Something else answered. */
export function createForeignError(status: number, text: string, origin: string): SimulatorError {
  const got = text === '' ? 'an empty body' : JSON.stringify(shorten(text, 200));
  return new SimulatorError(
    'simulator_conflict',
    `The server at ${origin} is not a simulator: it answered ${status} with ${got}. Check the URL.`,
  );
}

/** @throws {SimulatorError} the simulator's own, or one that says that something else answered */
export function readValue(status: number, text: string, origin: string): JsonValue | undefined {
  if (status === 204) {
    return undefined;
  }
  const value = tryReadJsonValue(text);
  const ok = status >= 200 && status <= 299;
  if (!ok && isErrorBody(value)) {
    throw new SimulatorError(value.code, value.message);
  }
  if (!ok || value === undefined) {
    throw createForeignError(status, text, origin);
  }
  return value;
}
