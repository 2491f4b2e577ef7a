import type { Page } from 'playwright-core';
import type { Init } from '../support/behaviour.js';

interface PageResponse {
  readonly status: number;
  readonly headers: [string, string][];
  /** The bytes of the body as characters up to 255. */
  readonly body: string;
  /** Whether the body ended before its length. */
  readonly broken: boolean;
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function createBody({ status, body, broken }: PageResponse): BodyInit | null {
  const bytes = Buffer.from(body, 'latin1');
  if (!broken) {
    return status === 204 ? null : bytes;
  }
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.error(new TypeError('The body is broken.'));
    },
  });
}

/** Sends a request from a page, as the app on it does. */
export async function fetchInPage(page: Page, url: string, init: Init = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init;
  const isText = typeof body === 'string';
  const response = await page.evaluate(
    async ({ url, method, headers, body, isText }): Promise<PageResponse | string> => {
      try {
        const bytes = Uint8Array.from(body ?? '', (character) => character.charCodeAt(0));
        const content = body === undefined ? {} : { body: isText ? body : bytes };
        const response = await fetch(url, { method, headers, ...content });
        const answer = { body: '', broken: false };
        try {
          const reader = response.body?.getReader();
          for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
            answer.body += Array.from(part.value, (byte) => String.fromCharCode(byte)).join('');
          }
        } catch {
          answer.broken = true;
        }
        return { status: response.status, headers: [...response.headers], ...answer };
      } catch (error) {
        return String(error);
      }
    },
    {
      url,
      method,
      headers: [...new Headers(headers as [string, string][])],
      body: isText ? body : body && toText(body),
      isText,
    },
  );
  if (typeof response === 'string') {
    throw new TypeError(response);
  }
  const { status } = response;
  return new Response(createBody(response), { status, headers: response.headers });
}
