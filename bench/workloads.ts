/** The requests that servers are measured with. */
import type { LoadRequest } from './load.js';

export const workloads = {
  list: 'list 20 pets',
  get: 'get a pet',
  create: 'create a pet',
  filter: 'list by status, limit 10',
  unauthorized: '401 without a key',
  forced: '404 forced by Prefer',
  sandboxes: 'list, 1,000 sandboxes in turn',
  admin: 'GET /__admin/settings',
} as const;
export type Workload = keyof typeof workloads;
export const workloadNames = Object.keys(workloads) as Workload[];

/** The responses that a server can give: those of the three operations are the same for all. */
export const operations = ['list', 'get', 'create'] as const satisfies Workload[];

interface Shape {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly status?: number;
}

const key = 'Authorization: Bearer test-key';
const newPet = JSON.stringify({ name: 'Rex', categoryId: 2, status: 'available' });

function toRequest({
  method = 'GET',
  path,
  headers = [key],
  body = '',
  status = 200,
}: Shape): LoadRequest {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length];
  return { bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`), status };
}

/** With the default sandbox, these are the maximum of 1,000; above it, each request would create one anew. */
const sandboxNames = Array.from({ length: 999 }, (_, index) => `s${index}`);

/**
 * Creates the requests of a workload.
 *
 * @param prefix comes before `/pets`
 */
export function createRequests(workload: Workload, prefix: string): LoadRequest[] {
  const path = `${prefix}/pets`;
  const headers = [key, 'Content-Type: application/json'];
  switch (workload) {
    case 'list':
      return [toRequest({ path })];
    case 'get':
      return [toRequest({ path: `${path}/1` })];
    case 'create':
      return [toRequest({ method: 'POST', path, headers, body: newPet, status: 201 })];
    case 'filter':
      return [toRequest({ path: `${path}?status=available&limit=10` })];
    case 'unauthorized':
      return [toRequest({ path, headers: [], status: 401 })];
    case 'forced':
      return [toRequest({ path: `${path}/1`, headers: [key, 'Prefer: code=404'], status: 404 })];
    case 'sandboxes':
      return [
        toRequest({ path }),
        ...sandboxNames.map((name) => toRequest({ path, headers: [`${key}.${name}`] })),
      ];
    case 'admin':
      return [toRequest({ path: '/__admin/settings' })];
  }
}
