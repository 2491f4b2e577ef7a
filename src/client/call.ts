import { stringify } from 'lossless-json';
import { parseJsonValue } from '../document/json.js';
import type { AdminInput, AdminOutput } from '../server/admin/admin.js';
import type { AdminCall, AdminOperation } from '../server/admin/paths.js';

/** Calls the admin interface of a simulator, in this process or elsewhere. */
export type Call = <Name extends AdminOperation>(
  operation: Name,
  sandbox: string,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;

/** @param send resolves with the JSON of the response, or an empty text */
export function createCall(send: (call: AdminCall) => Promise<string>): Call {
  return async (operation, sandbox, input) => {
    const { body, ...parameters } = input as Readonly<Record<string, unknown>>;
    const texts = Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]);
    const text = await send({
      operation,
      sandbox,
      parameters: Object.fromEntries(texts),
      body: stringify(body) ?? '',
    });
    if (text === '') {
      return undefined as never;
    }
    // A contract is kept byte for byte.
    return (operation === 'readPact' ? text : parseJsonValue(text)) as never;
  };
}
