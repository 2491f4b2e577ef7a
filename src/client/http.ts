import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** A response as plain values. */
export interface TransportResponse {
  readonly status: number;
  readonly text: string;
}

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a request as a program does. The global `fetch` won't do: test environments such as happy-dom
 * replace it with one that sends an `Origin`, as pages do, and pages must not control a simulator.
 */
export function sendOverHttp(url: string, options: RequestOptions): Promise<TransportResponse> {
  const { method, headers, body } = options;
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const status = response.statusCode as number;
      text(response).then((content) => resolve({ status, text: content }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
