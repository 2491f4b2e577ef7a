import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { isAdminPath } from './admin/listener.js';
import { EventLoopMonitor } from './http/event-loop-delay.js';
import { acceptHttp2 } from './http/http2-requests.js';
import { loadLazily } from './http/lazy-listener.js';
import { readTarget } from './http/read-request.js';
import type { SimulatorOptions } from './options/options.js';
import { labelOptions } from './options/raw-options.js';
import { resolveSimulatorOptions } from './options/resolve.js';
import { optionNames } from './options/table.js';
import { UsageError } from './options/usage-error.js';
import { SimulatorCore } from './simulator-core.js';

/** The options that Vite's own server has instead. */
const viteOptions = ['port', 'host', 'tlsCert', 'tlsKey'] as const;

/** The options of a contract, which a dev server doesn't record. */
const contractOptions = ['pact', 'consumer', 'needs'] as const;

/** The options of a simulator in Vite. */
export type AnimalStoreOptions = Omit<
  SimulatorOptions,
  (typeof viteOptions | typeof contractOptions)[number]
>;

/** Where the console, the documents and `/health` are; the app has `/`. */
const prefix = '/__animal-store';

/** @throws {UsageError} when an option is wrong, or Vite has it */
function createCore(options: AnimalStoreOptions): SimulatorCore {
  const own = labelOptions(options, [...optionNames, 'config'], (name) => `The option ${name}`);
  const misplaced = viteOptions.find((name) => own[name] !== undefined);
  if (misplaced !== undefined) {
    throw new UsageError(
      `The option ${misplaced} is Vite's. Set it in server and preview of vite.config.ts.`,
    );
  }
  const contractual = contractOptions.find((name) => own[name] !== undefined);
  if (contractual !== undefined) {
    throw new UsageError(
      `The option ${contractual} has no effect in Vite, which records no contract. Remove it, and record with animal-store exec --pact <file> -- <command>.`,
    );
  }
  return new SimulatorCore(resolveSimulatorOptions(options));
}

/** Serves a simulator in front of Vite's own middlewares. */
function serve(server: ViteDevServer | PreviewServer, core: SimulatorCore, host: unknown): void {
  const { httpServer, middlewares } = server;
  const monitor = new EventLoopMonitor();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  httpServer?.once('close', () => stopping.abort());
  const loadApp = async () => {
    monitor.start();
    // Without a server of its own, Vite may be reachable from anywhere.
    const { address } = (httpServer?.address() ?? { address: '0.0.0.0' }) as AddressInfo;
    const readEventLoopDelay = () => monitor.read();
    const isStopping = () => stopping.signal.aborted;
    const facts = { address, readEventLoopDelay, isStopping, stopping: stopping.signal };
    return core.loadApp(facts, typeof host === 'string' ? host : 'localhost');
  };
  // With HTTPS, Vite uses HTTP/2.
  const app = acceptHttp2(loadLazily(loadApp));
  core.watch(stopping.signal).catch(({ message }) => server.config.logger.error(message));
  middlewares.use(core.middleware());
  middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { path } = readTarget(request);
    if (isAdminPath(path)) {
      app(request, response);
    } else if (path === prefix) {
      response.writeHead(308, { Location: `${prefix}/` }).end();
    } else {
      next();
    }
  });
  middlewares.use(prefix, app);
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    const [url = 'http://localhost/'] = server.resolvedUrls?.local ?? [];
    const { origin } = new URL(url);
    const { info } = server.config.logger;
    info(
      `  ➜  Animal Store: ${origin}/v1 with the key ${core.apiKey}, console ${origin}${prefix}/`,
    );
  };
}

/**
 * Creates a Vite plugin that serves a simulator in `vite dev` and `vite preview`: the service at `/v1`,
 * the admin interface at `/__admin`, and the console at `/__animal-store/`.
 *
 * @example
 * export default defineConfig({ plugins: [animalStore({ latency: '100-300' })] });
 *
 * @throws {UsageError} when an option is wrong, or Vite has it
 */
export function animalStore(options: AnimalStoreOptions = {}): Plugin {
  const core = createCore(options);
  return {
    name: 'animal-store',
    configureServer: (server) => serve(server, core, server.config.server.host),
    configurePreviewServer: (server) => serve(server, core, server.config.preview.host),
  };
}
