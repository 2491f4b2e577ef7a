import type { BrowserContext, Page, Route } from '@playwright/test';
import type { SandboxHandle } from '../control/client/sandbox-handle.js';

/** Names of this machine are one: an app may be set up with any of them. */
function hostOf({ hostname, port }: URL): string {
  const name = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
  return `${name}:${port}`;
}

/** What comes after an address in a URL that begins with it: `/pets?limit=2`. */
function restAfter(address: URL, url: URL): string | undefined {
  const path = address.pathname.replace(/\/$/, '');
  const isBelow =
    url.protocol === address.protocol &&
    hostOf(url) === hostOf(address) &&
    url.pathname.startsWith(`${path}/`);
  return isBelow ? `${url.pathname.slice(path.length)}${url.search}` : undefined;
}

async function answerFrom(target: string, route: Route): Promise<void> {
  if (route.request().url().startsWith('http:')) {
    await route.continue({ url: target });
    return;
  }
  // A browser can't be sent from https to http, so the answer is fetched for it.
  const response = await route.fetch({ url: target }).catch(() => undefined);
  await (response === undefined ? route.abort('connectionreset') : route.fulfill({ response }));
}

/**
 * Has what pages ask of the service answered in a sandbox, without the app knowing. The fixture `context`
 * is routed already; this is for further contexts, such as those of a second user.
 *
 * @param addresses that the app calls, to which `/pets` is appended
 */
export async function routeToSandbox(
  pages: BrowserContext | Page,
  sandbox: SandboxHandle,
  addresses: readonly string[],
): Promise<void> {
  for (const address of new Set(addresses)) {
    const from = new URL(address);
    await pages.route(
      (url) => restAfter(from, url) !== undefined,
      (route) => {
        const rest = restAfter(from, new URL(route.request().url()));
        return answerFrom(`${sandbox.url}${rest}`, route);
      },
    );
  }
}
