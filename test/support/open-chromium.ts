import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** Why there is no browser on this machine, or nothing when there is one. */
export const noBrowser =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `The Chromium of the devDependencies is for linux x64, and this is ${process.platform} ${process.arch}.`;

/** A Chromium on the disk, with what it has to be started with. */
export type UnpackedChromium = Awaited<ReturnType<typeof unpackChromium>>;

/** The package looks for its fonts in `/tmp`; a page with an input crashes where there are none. */
async function useFontsOf(folder: string): Promise<void> {
  const path = join(folder, 'fonts/fonts.conf');
  const config = await readFile(path, 'utf8');
  await writeFile(path, config.replaceAll('/tmp/fonts', join(folder, 'fonts')));
}

/** Unpacks the Chromium that comes as a package into an empty folder. */
export async function unpackChromium(folder: string) {
  const { env } = process;
  const { TMPDIR, AWS_LAMBDA_JS_RUNTIME, FONTCONFIG_PATH, LD_LIBRARY_PATH } = env;
  const before = { TMPDIR, AWS_LAMBDA_JS_RUNTIME, FONTCONFIG_PATH, LD_LIBRARY_PATH };
  // The runtime makes the package bring the libraries too that a small machine doesn't have.
  Object.assign(env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  /** Where it finds its libraries and fonts. */
  const environment = {
    FONTCONFIG_PATH: `${env.FONTCONFIG_PATH}`,
    LD_LIBRARY_PATH: `${env.LD_LIBRARY_PATH}`,
  };
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) {
      delete env[name];
    } else {
      env[name] = value;
    }
  }
  await useFontsOf(folder);
  return {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    environment,
  };
}

export const launchChromium = ({ executablePath, args, environment }: UnpackedChromium) =>
  chromium.launch({ executablePath, args, env: { ...process.env, ...environment } });

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Serves a page, an empty one by default, a script at `/script.js`, and further scripts at their paths. */
export async function openSite(
  script: string,
  page = '<!doctype html><title>An app</title>',
  further: Readonly<Record<string, string>> = {},
) {
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
