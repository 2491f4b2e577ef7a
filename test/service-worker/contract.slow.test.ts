import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/index.js';
import { noBrowser } from '../architecture/open-chromium.js';
import { fetchInPage } from './fetch-in-page.js';
import { type BrowserSite, openBrowserSite, startWorker } from './open-browser-site.js';

let site: BrowserSite;

beforeAll(async () => {
  if (noBrowser === undefined) {
    site = await openBrowserSite();
  }
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(() => site?.close());

type Send = (path: string, init: Parameters<typeof fetchInPage>[2]) => Promise<Response>;

/** Sends a request on. The browser replaces headers that pages can't set, such as `Host`. */
async function forward(request: IncomingMessage, response: ServerResponse, send: Send) {
  const { url = '', method = 'GET', headers } = request;
  const body = await buffer(request);
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  const content = body.length > 0 ? { body: new Uint8Array(body) } : {};
  const answer = await send(url, { method, headers: fields, ...content });
  response.writeHead(answer.status, [...answer.headers].flat());
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Opens a server in front of a page, for clients that are no pages. */
async function openBridge(send: Send): Promise<string> {
  const server = createServer((request, response) => {
    forward(request, response, send).catch(() => response.destroy());
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test.for(['default', 'hostile'] as const)(
  'the service worker with the profile %s meets every requirement',
  async (profile) => {
    const page = await site.openPage();
    await startWorker(page, { options: { profile } });
    const url = await openBridge((path, init) => fetchInPage(page, `${site.origin}${path}`, init));

    const { requirements, ...report } = await verify({ url, apiKey: 'test-key' });

    expect(requirements.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(report).toMatchObject({ outcome: 'passed' });
  },
);
