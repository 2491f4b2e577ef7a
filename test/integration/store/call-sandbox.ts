import type { Sandboxes } from '../../../src/engine/sandboxes.js';

const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' };

/** Sends a request of the service to a sandbox, and returns the status and the body. */
export async function send(
  sandboxes: Sandboxes,
  sandbox: string,
  { method = 'GET', path = '/pets', query = '', body = '', ...own } = {} as {
    readonly method?: string;
    readonly path?: string;
    readonly query?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<{ status: number; body: string }> {
  const { reply } = await sandboxes.answer({
    method,
    path: `/sandboxes/${sandbox}/v1${path}`,
    query,
    headers: { ...headers, ...own.headers },
    ...(body !== '' && { body }),
  });
  return { status: reply.status, body: reply.body };
}

/** Creates a pet, and returns its identifier, or NaN where it is refused. */
export async function create(sandboxes: Sandboxes, sandbox: string, name = 'Rex') {
  const body = JSON.stringify({ name, categoryId: 1 });
  const answer = await send(sandboxes, sandbox, { method: 'POST', body });
  return Number(/"id":(\d+)/.exec(answer.body)?.[1] ?? Number.NaN);
}

/** The names of the pets of a sandbox, in their order. */
export async function listNames(sandboxes: Sandboxes, sandbox = 'box'): Promise<string[]> {
  const { body } = await send(sandboxes, sandbox, { query: 'limit=100' });
  return JSON.parse(body).map(({ name }: { name: string }) => name);
}
