import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Received {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request as a program does. The global `fetch` won't do: test environments such as happy-dom
 * replace it by one that sends an `Origin`, as pages do, and pages may not control a simulator.
 */
export function send(url: string, { method, headers, body }: Sent): Promise<Received> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const status = response.statusCode as number;
      text(response).then((read) => resolve({ status, text: read }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
