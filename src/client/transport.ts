import { stringify } from 'lossless-json';
import type { Control } from '../admin/control.js';
import { ControlError, type ControlProblem } from '../admin/errors.js';
import { shorten } from '../engine/interface/format.js';
import { type JsonValue, readJsonValue } from '../engine/interface/json.js';

/** A call that concerns a known sandbox. */
export interface SandboxCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/__admin`: `/rules`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A call of the simulator's own interface, wherever the simulator is. */
interface ControlCall extends SandboxCall {
  readonly sandbox: string;
}

/** Makes calls; what comes back is the reply's JSON value, integers with all their digits. */
export type ControlCaller = (call: ControlCall) => Promise<unknown>;
/** The same, for one sandbox. */
export type SandboxCaller = (call: SandboxCall) => Promise<unknown>;

function queryOf({ query = {} }: ControlCall): URLSearchParams {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}

const bodyOf = ({ body }: ControlCall) => (body === undefined ? '' : (stringify(body) ?? ''));

/** A simulator in this process. */
export function callerWithin(control: () => Promise<Control>): ControlCaller {
  return async (call) => {
    const { value } = await (await control()).answer({
      method: call.method,
      path: call.path,
      sandbox: call.sandbox,
      query: queryOf(call),
      body: bodyOf(call),
      signal: new AbortController().signal,
    });
    // Through text, as over HTTP: what is changed here changes nothing there.
    return value === undefined ? undefined : readJsonValue(stringify(value) as string);
  };
}

/** A simulator asks for a token, and none came, or another one. */
export class TokenRefused extends ControlError {
  constructor(message: string) {
    super('forbidden', message);
  }
}

const problems: Readonly<Record<number, ControlProblem>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  409: 'conflict',
};

/** A server that isn't a simulator, or something between that answers instead of it. */
function noSimulator(origin: string, status: number, text: string): ControlError {
  const said = text === '' ? 'nothing' : JSON.stringify(shorten(text, 200));
  return new ControlError(
    'conflict',
    `What answers at ${origin} is no simulator: it answered ${status} and ${said}. Is the address right?`,
  );
}

function readReply(text: string): JsonValue | undefined {
  try {
    return readJsonValue(text);
  } catch {
    return undefined;
  }
}

/** The simulator's own sentence, of an answer that isn't the one that was hoped for. */
function messageOf(reply: JsonValue | undefined): string | undefined {
  const { message } = Object(reply) as { readonly message?: unknown };
  return typeof message === 'string' ? message : undefined;
}

/** A service that refuses its own key answers 401 too. */
function isTokenRefused(reply: JsonValue | undefined): boolean {
  const { code } = Object(reply) as { readonly code?: unknown };
  return code === 'simulator_token_refused';
}

/** A simulator that listens at an origin: `http://127.0.0.1:4010`. */
export function callerTo(origin: string, token: string | undefined): ControlCaller {
  return async (call) => {
    const query = queryOf(call);
    query.set('sandbox', call.sandbox);
    // Loaded when it is needed: a start does without, and TLS takes long.
    const { send } = await import('./send.js');
    const { status, text } = await send(`${origin}/__admin${call.path}?${query}`, {
      method: call.method,
      headers: token === undefined ? {} : { 'Simulator-Admin-Token': token },
      body: bodyOf(call),
    }).catch((error: NodeJS.ErrnoException) => {
      // Where a name has several addresses and none answers, the error has a code only.
      const reason = error.message || error.code;
      throw new ControlError(
        'conflict',
        `No simulator can be reached at ${origin}: ${reason}. Is it running?`,
      );
    });
    if (status === 204) {
      return undefined;
    }
    const reply = readReply(text);
    const message = messageOf(reply);
    const ok = status >= 200 && status <= 299;
    if (ok ? reply === undefined : message === undefined) {
      throw noSimulator(origin, status, text);
    }
    if (message !== undefined && !ok) {
      throw isTokenRefused(reply)
        ? new TokenRefused(message)
        : new ControlError(problems[status] ?? 'malformed', message);
    }
    return reply;
  };
}
