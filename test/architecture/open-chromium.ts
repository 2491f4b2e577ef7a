import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { vi } from 'vitest';

/** Why there is no browser on this machine, or nothing when there is one. */
export const noBrowser =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `The Chromium of the devDependencies is for linux x64, and this is ${process.platform} ${process.arch}.`;

export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Opens the Chromium that comes as a package, unpacked into a temporary folder of its own. */
export async function openChromium(): Promise<OpenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-chromium-'));
  vi.stubEnv('TMPDIR', folder);
  // Makes the package bring the libraries too that Chromium needs and a small machine doesn't have.
  vi.stubEnv('AWS_LAMBDA_JS_RUNTIME', 'nodejs22.x');
  const { default: packed } = await import('@sparticuz/chromium');
  const browser = await chromium.launch({
    executablePath: await packed.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    headless: true,
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves an empty page at `/`, and a script as a module at `/script.js`. */
export async function openSite(script: string): Promise<Site> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>An app</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
