import { SimulatorError } from '../../../src/document/errors.js';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { type Call, forcedCode } from './sandbox-model.js';

const path = '/pets';
const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' };

/** Sends a request of the service to a sandbox, and returns the status and the body. */
export async function send(
  sandboxes: Sandboxes,
  sandbox: string,
  { method = 'GET', path: ending = path, query = '', body = '', ...own } = {} as {
    readonly method?: string;
    readonly path?: string;
    readonly query?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<{ status: number; body: string }> {
  const { reply } = await sandboxes.answer({
    method,
    path: `/sandboxes/${sandbox}/v1${ending}`,
    query,
    headers: { ...headers, ...own.headers },
    ...(body !== '' && { body }),
  });
  return { status: reply.status, body: reply.body };
}

/** Creates a pet, and returns its identifier. */
export async function create(sandboxes: Sandboxes, sandbox: string, name = 'Rex') {
  const body = JSON.stringify({ name, categoryId: 1 });
  const answer = await send(sandboxes, sandbox, { method: 'POST', body });
  return Number(/"id":(\d+)/.exec(answer.body)?.[1] ?? Number.NaN);
}

async function request(...args: Parameters<typeof send>): Promise<string | undefined> {
  const { status, body } = await send(...args);
  if (body.includes('"simulator_store_unavailable"')) {
    return undefined;
  }
  return status === 404 || status === forcedCode ? `${status}` : `${status} ${body}`;
}

async function act(sandboxes: Sandboxes, sandbox: string, call: Call): Promise<string | undefined> {
  switch (call.type) {
    case 'create': {
      const body = JSON.stringify({ name: call.name, categoryId: 1 });
      return request(sandboxes, sandbox, { method: 'POST', body });
    }
    case 'get':
      return request(sandboxes, sandbox, { path: `${path}/${call.id}` });
    case 'list':
      return request(sandboxes, sandbox, { query: 'limit=100' });
    case 'add-rule': {
      const { operation, times } = call;
      const rule = { operation, times, code: forcedCode };
      return `201 ${(await sandboxes.control(sandbox, 'addRule', rule)).id}`;
    }
    case 'list-rules': {
      const list = await sandboxes.read(sandbox, ({ rules }) =>
        rules.map(({ id, applied }) => `${id}: ${applied}`),
      );
      return `200 [${list.join()}]`;
    }
    case 'remove-rules':
      await sandboxes.control(sandbox, 'removeRules', {});
      return '204';
    case 'count-requests':
      return `200 ${await sandboxes.read(sandbox, ({ journal }) => journal.length)}`;
    case 'reset':
      await sandboxes.control(sandbox, 'reset', { start: sandboxes.start });
      return '200';
    case 'drop':
      return (await sandboxes.drop(sandbox)) ? '204' : '404';
  }
}

/**
 * Makes a call, and returns the answer as the model gives it; undefined when nobody knows whether it took
 * effect, because the connection to the store was lost.
 */
export const callSandbox = (...args: Parameters<typeof act>): Promise<string | undefined> =>
  act(...args).catch((error) => {
    if (error instanceof SimulatorError) {
      return error.code === 'simulator_store_unavailable' ? undefined : `501 ${error.code}`;
    }
    throw error;
  });
