import { stringify } from 'lossless-json';
import { parseJsonValue } from '../document/json.js';
import type { Admin, AdminInput, AdminOutput } from '../server/admin/admin.js';
import type { AdminOperation } from '../server/admin/paths.js';

/** Calls the admin interface for one sandbox of a simulator, in this process or elsewhere. */
export type Call = <Name extends AdminOperation>(
  operation: Name,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;

export const createCall =
  (admin: Admin, sandbox: string): Call =>
  async (operation, input) => {
    const { body, ...fields } = input as Readonly<Record<string, unknown>>;
    const set = Object.entries(fields).filter(([, value]) => value !== undefined);
    const parameters = Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
    const text = await admin({ operation, sandbox, parameters, body: stringify(body) ?? '' });
    if (text === '') {
      return undefined as never;
    }
    // A contract is kept byte for byte.
    return (operation === 'readPact' ? text : parseJsonValue(text)) as never;
  };
