import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Why there is no browser on this machine, or nothing when there is one. */
export const noBrowser =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `The Chromium of the devDependencies is for linux x64, and this is ${process.platform} ${process.arch}.`;

/** A Chromium on the disk, with what it has to be started with. */
export interface UnpackedChromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  remove(): Promise<void>;
}

/** The package looks for its fonts in `/tmp`; a page with an input crashes where there are none. */
async function useFontsOf(folder: string): Promise<void> {
  const path = join(folder, 'fonts/fonts.conf');
  const config = await readFile(path, 'utf8');
  await writeFile(path, config.replaceAll('/tmp/fonts', join(folder, 'fonts')));
}

function restoreVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      delete process.env[name];
    } else {
      process.env[name] = value;
    }
  }
}

/** Unpacks the Chromium that comes as a package into a temporary folder of its own. */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-chromium-'));
  const { TMPDIR, AWS_LAMBDA_JS_RUNTIME } = process.env;
  process.env.TMPDIR = folder;
  // Makes the package bring the libraries too that Chromium needs and a small machine doesn't have.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  await useFontsOf(folder);
  return {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    remove: async () => {
      restoreVariables({ TMPDIR, AWS_LAMBDA_JS_RUNTIME });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function openChromium(): Promise<OpenBrowser> {
  const { executablePath, args, remove } = await unpackChromium();
  const browser = await chromium.launch({ executablePath, args: [...args], headless: true });
  return {
    browser,
    close: async () => {
      await browser.close();
      await remove();
    },
  };
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a page, an empty one by default, a script at `/script.js`, and further scripts at their paths. */
export async function openSite(
  script: string,
  page = '<!doctype html><title>An app</title>',
  further: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const scripts = new Map(Object.entries({ '/script.js': script, ...further }));
  const server = createServer((request, response) => {
    const found = scripts.get(request.url?.split('?')[0] ?? '');
    response.setHeader('Content-Type', found === undefined ? 'text/html' : 'text/javascript');
    response.end(found ?? page);
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
