import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Sends a request as a program does. The global `fetch` won't do: test environments such as happy-dom
 * replace it with one that sends an `Origin`, as pages do, and pages must not control a simulator.
 */
export function sendOverHttp(url: string, { method, headers, body }: RequestOptions) {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    send(url, { method, headers }, (response) => {
      const { statusCode = 0 } = response;
      text(response).then((content) => resolve({ status: statusCode, text: content }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
