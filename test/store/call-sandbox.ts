import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Call, forcedCode } from './sandbox-model.js';

const json = { 'Content-Type': 'application/json' };
const withKey = { Authorization: 'Bearer test-key' };

interface Request {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the model knows of the body of a success. */
  readonly read?: (text: string) => string;
}

/** The request that makes a call, below the URL of the sandbox or of the admin interface. */
function toRequest(sandbox: string, call: Call): Request {
  const service = `/sandboxes/${sandbox}/v1/pets`;
  const admin = (path: string) => `/__admin${path}?sandbox=${sandbox}`;
  switch (call.type) {
    case 'create': {
      const body = JSON.stringify({ name: call.name, categoryId: 1 });
      return { path: service, method: 'POST', headers: { ...withKey, ...json }, body };
    }
    case 'get':
      return { path: `${service}/${call.id}`, headers: withKey };
    case 'list':
      return { path: `${service}?limit=100`, headers: withKey };
    case 'add-rule': {
      const { operation, times } = call;
      const body = JSON.stringify({ operation, times, code: forcedCode });
      const read = (text: string) => JSON.parse(text).id;
      return { path: admin('/rules'), method: 'POST', headers: json, body, read };
    }
    case 'list-rules':
      return {
        path: admin('/rules'),
        read: (text) => {
          const { rules } = JSON.parse(text) as { rules: { id: string; applied: number }[] };
          return `[${rules.map(({ id, applied }) => `${id}: ${applied}`).join()}]`;
        },
      };
    case 'remove-rules':
      return { path: admin('/rules'), method: 'DELETE' };
    case 'count-requests':
      return {
        path: `${admin('/requests')}&limit=1`,
        read: (text) => JSON.parse(text).kept,
      };
    case 'reset':
      return { path: admin('/reset'), method: 'POST', read: () => '' };
    case 'drop':
      return { path: `/__admin/sandboxes/${sandbox}`, method: 'DELETE' };
  }
}

/** It keeps connections: opening one takes longer than a call. */
const agent = new Agent({ keepAlive: true });

function send(origin: string, { path, method = 'GET', headers = {}, body = '' }: Request) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': body.length };
    const sent = request(`${origin}${path}`, {
      agent,
      method,
      headers: { ...headers, ...length },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((body) => resolve({ status, body }), reject);
    });
    sent.end(body);
  });
}

/** How long a call may take, in milliseconds, also on a busy machine. */
const maxWait = 20_000;

/**
 * Makes a call, and returns the answer as the model gives it; undefined when nobody knows whether it took
 * effect, because its connection or that to the store was lost.
 *
 * @throws {Error} when no answer came in time
 */
export async function callSandbox(
  origin: string,
  sandbox: string,
  call: Call,
): Promise<string | undefined> {
  const request = toRequest(sandbox, call);
  const { read = (text) => text } = request;
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const error = new Error(`${call.type} got no answer within ${maxWait} ms.`);
    late = setTimeout(reject, maxWait, error);
  });
  const answered = send(origin, request).then(
    ({ status, body }) => {
      if (body.includes('"simulator_store_unavailable"')) {
        return undefined;
      }
      if (status === 404 || status === forcedCode) {
        return `${status}`;
      }
      return `${status} ${status < 300 ? read(body) : body}`.trimEnd();
    },
    () => undefined,
  );
  try {
    return await Promise.race([answered, limit]);
  } finally {
    clearTimeout(late);
  }
}
