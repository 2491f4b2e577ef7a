import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { refuseOptions } from './base/usage-error.js';
import { resolveSimulatorOptions } from './options/config-file.js';
import type { SimulatorOptions } from './options/table.js';
import { adminPrefix } from './server/admin/paths.js';
import { acceptHttp2 } from './server/http2.js';
import { readTarget } from './server/read-request.js';
import { createNodeSimulator, type NodeSimulator } from './simulator/node-simulator.js';

const viteServerOptions = ['port', 'host', 'tlsCert', 'tlsKey', 'shutdownDelay'] as const;
/** Options without an effect: Vite has its own server, and a dev server records no contract. */
const ignoredOptions = [...viteServerOptions, 'pact', 'consumer', 'needs'] as const;

/** The options of a simulator in Vite. */
export type AnimalStoreOptions = Omit<SimulatorOptions, (typeof ignoredOptions)[number]>;

/** Where the console, the documents and `/health` are; the app has `/`. */
const consolePrefix = '/__animal-store';

const noEffect =
  'has no effect in Vite: its server is set in vite.config.ts, and a dev server records no contract. Remove it. ' +
  'animal-store exec --pact <file> -- <command> records one.';

async function serve(server: ViteDevServer | PreviewServer, node: NodeSimulator, host: unknown) {
  const { httpServer, middlewares } = server;
  const stopping = new AbortController();
  httpServer?.once('close', () => stopping.abort());
  const info = {
    // Without a server of its own, Vite may be reachable from anywhere.
    get address() {
      return ((httpServer?.address() ?? { address: '0.0.0.0' }) as AddressInfo).address;
    },
    isStopping: () => stopping.signal.aborted,
    stopping: stopping.signal,
  };
  // With HTTPS, Vite uses HTTP/2.
  const serveApp = acceptHttp2(
    node.createListener(info, typeof host === 'string' ? host : 'localhost'),
  );
  middlewares.use(node.middleware());
  middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { path } = readTarget(request);
    if (adminPrefix.test(path)) {
      serveApp(request, response);
    } else if (path === consolePrefix) {
      response.writeHead(308, { Location: `${consolePrefix}/` }).end();
    } else {
      next();
    }
  });
  // Pages call the service relative to where they are.
  middlewares.use(consolePrefix, node.middleware());
  middlewares.use(consolePrefix, serveApp);
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    const [url = 'http://localhost/'] = server.resolvedUrls?.local ?? [];
    const { origin } = new URL(url);
    server.config.logger.info(
      `  ➜  Animal Store: ${origin}/v1 with the key ${node.core.apiKey}, console ${origin}${consolePrefix}/`,
    );
  };
  // A fixture that can't be read ends the start of a server; without one, as under Vitest, nobody may need it.
  if (httpServer !== null) {
    await node.core.sandboxes();
  }
}

/**
 * Creates a Vite plugin that serves a simulator in `vite dev` and `vite preview`: the service at `/v1`,
 * the admin interface at `/__admin`, and the console at `/__animal-store/`.
 *
 * @example
 * export default defineConfig({ plugins: [animalStore({ delay: '100-300' })] });
 *
 * @throws {UsageError} when an option is wrong, or has no effect
 */
export function animalStore(options: AnimalStoreOptions = {}): Plugin {
  refuseOptions(options, ignoredOptions, noEffect);
  const resolved = resolveSimulatorOptions(options);
  // The config file may ask for a contract, too.
  refuseOptions(resolved, ['pact'], noEffect);
  const node = createNodeSimulator(resolved);
  return {
    name: 'animal-store',
    configureServer: (server) => serve(server, node, server.config.server.host),
    configurePreviewServer: (server) => serve(server, node, server.config.preview.host),
  };
}
