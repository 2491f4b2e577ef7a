import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installPacked, openFolder, root } from './packed.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the `node_modules` that the packed package is installed into. */
    installer: string;
  }
}

/** The packages of the examples that nothing else here needs. */
const appPackages = [
  'react@19',
  'react-dom@19',
  '@types/react@19',
  '@types/react-dom@19',
  '@types/node@20',
];

/** Those that are here already. */
const others = ['vitest', '@playwright/test', 'vite', '.bin/vite', 'msw', '.bin/msw'];

/** Installs the package once, for the first test file that needs it and for those after it. */
export default async function shareInstall({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await openFolder();
  const modules = join(folder.path, 'node_modules');
  const install = async () => {
    await installPacked(folder.path, ...appPackages);
    for (const name of others) {
      const link = join(modules, name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, 'node_modules', name), link);
    }
  };
  let installed: Promise<void> | undefined;
  const server = createServer((_request, response) => {
    installed ??= install();
    installed.then(
      () => response.end(modules),
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
