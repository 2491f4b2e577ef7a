import { stringify } from 'lossless-json';
import { readJsonValue } from '../../engine/simulation/json-value.js';
import type { Control } from '../control.js';
import { ControlError, type ControlProblem } from '../control-error.js';
import { send } from './send.js';

/** A call that concerns a known sandbox. */
export interface SandboxCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/__admin`: `/scenarios`. */
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

const problems: Readonly<Record<number, ControlProblem>> = {
  404: 'notFound',
  405: 'methodNotAllowed',
  409: 'conflict',
};

function messageOf(text: string, status: number): string {
  try {
    return (readJsonValue(text) as { readonly message: string }).message;
  } catch {
    return `The simulator answered ${status}: ${text.slice(0, 200)}`;
  }
}

/** A simulator that listens at an origin: `http://127.0.0.1:4010`. */
export function callerTo(origin: string, token: string | undefined): ControlCaller {
  return async (call) => {
    const query = queryOf(call);
    query.set('sandbox', call.sandbox);
    const body = bodyOf(call);
    const url = `${origin}/__admin${call.path}?${query}`;
    const { status, text } = await send(url, {
      method: call.method,
      headers: token === undefined ? {} : { 'Simulator-Admin-Token': token },
      body,
    }).catch((error: NodeJS.ErrnoException) => {
      // Where a name has several addresses and none answers, the error has a code only.
      const reason = error.message || error.code;
      throw new ControlError(
        'conflict',
        `No simulator can be reached at ${origin}: ${reason}. Is it running?`,
      );
    });
    if (status < 200 || status > 299) {
      throw new ControlError(problems[status] ?? 'malformed', messageOf(text, status));
    }
    return text === '' ? undefined : readJsonValue(text);
  };
}
