import { stringify } from 'lossless-json';
import { SimulatorError, type SimulatorErrorCode, simulatorErrors } from '../document/errors.js';
import { shorten } from '../document/format.js';
import { tryParseJsonValue } from '../document/json.js';
import type { Admin } from '../server/admin/admin.js';
import { type AdminOperation, splitRoute } from '../server/admin/paths.js';

/** Calls the admin interface of a simulator, in this process or elsewhere. */
export type Call = Admin['call'];

/** Calls a simulator of this process, whose admin interface is loaded at the first call. */
export function createLocalCall(loadAdmin: () => Promise<Admin>): Call {
  return async (...call) => (await loadAdmin()).call(...call);
}

/** A request of the admin interface over HTTP. */
interface AdminRequest {
  readonly method: string;
  /** With its query: `/sandboxes/a/__admin/rules?after=1`. */
  readonly target: string;
  readonly body: string | undefined;
}

type Send = (request: AdminRequest) => Promise<{ readonly status: number; readonly text: string }>;

/** Formats a call as a request. */
function formatRequest(
  operation: AdminOperation,
  sandbox: string,
  { body, ...input }: Readonly<Record<string, unknown>>,
): AdminRequest {
  const { method, path } = splitRoute(operation);
  const names: string[] = [];
  const filled = path.replace(/\{(\w+)\}/, (_part, name: string) => {
    names.push(name);
    return encodeURIComponent(String(input[name]));
  });
  const parameters = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !names.includes(name))
    .map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(parameters).toString();
  const target = `/sandboxes/${sandbox}/__admin${filled}${query && `?${query}`}`;
  return { method, target, body: stringify(body) };
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
function createForeignError(status: number, text: string, origin: string): SimulatorError {
  const got = text === '' ? 'an empty body' : JSON.stringify(shorten(text, 200));
  return new SimulatorError(
    'simulator_conflict',
    `The server at ${origin} is not a simulator: it answered ${status} with ${got}. Check the URL.`,
  );
}

/**
 * Calls a simulator over HTTP.
 *
 * @param origin where messages say that it is
 */
export function createRemoteCall(origin: string, send: Send): Call {
  return async (operation, sandbox, input) => {
    const { status, text } = await send(formatRequest(operation, sandbox, input));
    if (status === 204) {
      return undefined as never;
    }
    const value = tryParseJsonValue(text);
    const isSuccess = status >= 200 && status <= 299;
    if (!isSuccess && isErrorBody(value)) {
      throw new SimulatorError(value.code, value.message);
    }
    if (!isSuccess || value === undefined) {
      throw createForeignError(status, text, origin);
    }
    // A contract is kept byte for byte.
    return (operation === 'readPact' ? text : value) as never;
  };
}
