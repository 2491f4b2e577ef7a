import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Middleware } from '../../src/server/service.js';
import { type AnimalStoreOptions, animalStore } from '../../src/vite.js';
import { createFolder, type KeyPair } from './files.js';

/** Starts Vite's dev server for an app of one page. */
export async function openVite(options?: AnimalStoreOptions, host = '127.0.0.1', https?: KeyPair) {
  // Loaded when needed: it takes long.
  const { createLogger, createServer } = await import('vite');
  const root = createFolder();
  await writeFile(join(root, 'index.html'), '<!doctype html><title>An app</title>');
  const lines: string[] = [];
  const customLogger = { ...createLogger('silent'), info: (line: string) => lines.push(line) };
  const server = await createServer({
    root,
    configFile: false,
    customLogger,
    plugins: [animalStore(options)],
    server: { host, port: 0, watch: null, ws: false, ...(https && { https }) },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const address = server.httpServer?.address() as AddressInfo;
  return { server, lines, origin: `http://127.0.0.1:${address.port}` };
}

/** Mounts the plugin on a server of Node.js as Vite does, which is quicker; returns its port. */
export async function mountPlugin(
  options: AnimalStoreOptions,
  hook: 'configureServer' | 'configurePreviewServer' = 'configureServer',
  config: object = { server: {} },
): Promise<number> {
  const handlers: Middleware[] = [];
  const httpServer = createServer((request, response) =>
    handlers[0]?.(request, response, () => handlers[1]?.(request, response)),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void httpServer.close());
  const use = (handler: Middleware) => handlers.push(handler);
  const server = { httpServer, middlewares: { use }, printUrls() {}, config };
  (animalStore(options)[hook] as (server: unknown) => void)(server);
  await once(httpServer, 'listening');
  return (httpServer.address() as AddressInfo).port;
}
