import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { createSimulator } from '../../../src/index.js';
import { routeToSandbox } from '../../../src/playwright.js';

/** The URLs that a request is sent to, with the given base URLs of an app; undefined where it is left alone. */
async function redirect(url: string, bases: readonly string[]) {
  let sent: string | undefined;
  const send = ({ url: to }: { url: string }) => {
    sent = to;
  };
  const route = {
    request: () => ({ url: () => url }),
    continue: (to: { url: string }) => url.startsWith('http:') && send(to),
    fetch: async (to: { url: string }) => send(to),
    abort: () => {},
  };
  const page = {
    route: async (matches: (url: URL) => boolean, handle: (to: typeof route) => unknown) =>
      matches(new URL(url)) && handle(route),
  };
  const sandbox = createSimulator().sandbox('x');
  await routeToSandbox(page as unknown as Page, sandbox, bases);
  return sent?.replace('http://localhost/sandboxes/x', '');
}

test.for([
  ['http://127.0.0.1:4010/v1', 'http://localhost:4010/v1/pets?limit=2', '/v1/pets?limit=2'],
  ['http://127.0.0.1:4010/v1/', 'http://[::1]:4010/v1/pets/7', '/v1/pets/7'],
  ['https://api.example/animals', 'https://api.example/animals/pets', '/v1/pets'],
  ['http://api.example', 'http://api.example/pets', '/v1/pets'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v10/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4011/v1/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/sandboxes/y/v1/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'https://127.0.0.1:4010/v1/pets', undefined],
  ['http://api.example/v1', 'http://other.example/v1/pets', undefined],
] as const)('of an app at %s, %s goes to %s of the sandbox', async ([base, url, target]) => {
  expect(await redirect(url, [base])).toBe(target);
});
