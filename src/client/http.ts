import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { TransportResponse } from './transport.js';

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Iterable<string>;
}

/**
 * Sends a request as a program does. The global `fetch` won't do: test environments such as happy-dom
 * replace it with one that sends an `Origin`, as pages do, and pages must not control a simulator.
 */
export function sendOverHttp(url: string, options: RequestOptions): Promise<TransportResponse> {
  const { method, headers, body } = options;
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers }, (response) => {
      resolve({ status: response.statusCode as number, body: response });
    }).on('error', reject);
    if (typeof body === 'string') {
      request.end(body);
    } else {
      // An error of the request is reported above; a response may come before the end of the body.
      pipeline(Readable.from(body), request, () => {});
    }
  });
}
