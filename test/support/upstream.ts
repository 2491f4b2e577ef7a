import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openHttp } from './open-http.js';

/** A request that a service received. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export const pet = { id: 1, name: 'Rex', categoryId: 2, status: 'sold' };

/** A reply with JSON. */
export const json =
  (status: number, value: unknown): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(typeof value === 'string' ? value : JSON.stringify(value));

/** A reply with an Error of the document. */
export const error = (status: number) => json(status, { code: 'some', message: 'Some.', status });

/** Starts a service that is closed when the test ends, and records its requests. */
export async function openService(respond: RequestListener = json(200, [pet])) {
  const received: ReceivedRequest[] = [];
  const url = await openHttp(async (request, response) => {
    const { method, url: target, headers } = request;
    received.push({ method, url: target, headers, body: await buffer(request) });
    respond(request, response);
  });
  return { url, received };
}
