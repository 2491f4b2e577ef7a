import createClient from 'openapi-fetch';
import type { components, paths } from '../admin/generated/types.js';
import { reportAway } from './connection.js';
import { dropToken, getCallHeaders } from './session.js';

/** The schemas of the admin interface; identifiers are strings of digits. */
export type Schemas = components['schemas'];

/** A failed call; the message is for the person at the screen. */
export class CallError extends Error {
  /** The status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Relative to the page, so that it also works behind a proxy that adds a prefix. */
export const adminUrl = new URL('__admin', document.baseURI).href;

/** The admin interface: `call(admin.GET('/rules', inSandbox('checkout-7')))`. */
export const admin = createClient<paths>({ baseUrl: adminUrl });
admin.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(getCallHeaders())) {
      request.headers.set(name, value);
    }
  },
});

/** The parameters that select a sandbox. */
export const inSandbox = (sandbox: string) => ({ params: { query: { sandbox } } });

/** @throws {CallError} when the simulator refuses, with its own sentence */
function checkResponse(response: Response, error: unknown): void {
  if (response.status === 401) {
    dropToken();
  }
  if (!response.ok) {
    const { message } = Object(error) as { readonly message?: string };
    const { status } = response;
    throw new CallError(message ?? `The simulator answered with the status ${status}.`, status);
  }
}

/** @throws {CallError} for a call without a response, or with one that is no JSON */
function throwCallError(error: unknown): never {
  // What fetch throws when there is no response, or it breaks off.
  if (error instanceof TypeError) {
    void reportAway();
    throw new CallError('The simulator does not answer. Check that it still runs.');
  }
  throw new CallError(`The simulator's response can't be read: ${error}`);
}

/**
 * Waits for a call and returns its data.
 *
 * @throws {CallError} when it fails
 */
export async function call<T>(
  reply: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await reply.catch(throwCallError);
  checkResponse(response, error);
  return data as T;
}
