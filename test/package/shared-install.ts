import { once } from 'node:events';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { unpackChromium } from '../support/open-chromium.js';
import { installInto, openFolder, pack, root, type Tarball } from './packed.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with what the test files of a run share. */
    installer: string;
  }
}

/** Those that are here already. */
const others = ['vitest', '@playwright/test', 'vite', '.bin/vite', 'msw', '.bin/msw'];

/** Packs and installs the package, and unpacks Chromium: once, for the first test file that asks for it. */
export default async function shareInstall({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await openFolder();
  const modules = join(folder.path, 'node_modules');
  const install = async () => {
    await installInto(folder.path, (await share('tarball')) as Tarball, '@types/node@20');
    for (const name of others) {
      const link = join(modules, name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, 'node_modules', name), link);
    }
    return modules;
  };
  const unpack = async () => unpackChromium(await mkdtemp(join(folder.path, 'chromium-')));
  const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
    tarball: () => pack(folder.path),
    modules: install,
    chromium: unpack,
  };
  const shared = new Map<string, Promise<unknown>>();
  const share = (name: string) => {
    const result = shared.get(name) ?? tasks[name]?.();
    shared.set(name, result as Promise<unknown>);
    return result;
  };
  const server = createServer(({ url }, response) => {
    share(url?.slice(1) ?? '')?.then(
      (result) => response.end(JSON.stringify(result)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('installer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await folder.remove();
  };
}
