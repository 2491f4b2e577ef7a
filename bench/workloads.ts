/** The requests that servers are measured with. */
import type { LoadRequest } from './load.js';

export const workloads = {
  list: 'list 20 pets',
  get: 'get a pet',
  create: 'create a pet',
} as const;
export type Workload = keyof typeof workloads;
/** Creates come last, as what is created stays: the others are of the catalogues as seeded. */
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
  }
}
