import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { labelOptions } from './options/option.js';
import type { SimulatorOptions } from './options/options.js';
import { resolveSimulatorOptions } from './options/resolve.js';
import { optionNames } from './options/table.js';
import { UsageError } from './options/usage-error.js';
import { acceptHttp2 } from './server/http2.js';
import { readTarget } from './server/read-request.js';
import { NodeSimulatorCore } from './simulator/node-simulator.js';
import { createLazy } from './simulator/simulator.js';

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

const adminPath = /^(?:\/sandboxes\/[^/]*)?\/__admin(?:\/|$)/;

/** @throws {UsageError} when an option is wrong, or Vite has it */
function createCore(options: AnimalStoreOptions): NodeSimulatorCore {
  const own = labelOptions(options, [...optionNames, 'config']);
  // The config file may ask for a contract, too.
  const isRecording = () => own.config && resolveSimulatorOptions(options).pact !== undefined;
  const name =
    [...viteOptions, ...contractOptions].find((one) => own[one] !== undefined) ??
    (isRecording() ? 'pact' : undefined);
  if (name !== undefined) {
    throw new UsageError(
      contractOptions.some((one) => one === name)
        ? `The option ${name} has no effect in Vite, which records no contract. Remove it, and record with animal-store exec --pact <file> -- <command>.`
        : `The option ${name} is Vite's. Set it in server and preview of vite.config.ts.`,
    );
  }
  return new NodeSimulatorCore(resolveSimulatorOptions(options));
}

/** Serves a simulator in front of Vite's own middlewares. */
function serve(
  server: ViteDevServer | PreviewServer,
  core: NodeSimulatorCore,
  host: unknown,
): void {
  const { httpServer, middlewares } = server;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  httpServer?.once('close', () => stopping.abort());
  const loadApp = createLazy(async () => {
    // Without a server of its own, Vite may be reachable from anywhere.
    const { address } = (httpServer?.address() ?? { address: '0.0.0.0' }) as AddressInfo;
    const isStopping = () => stopping.signal.aborted;
    const info = { address, isStopping, stopping: stopping.signal };
    // With HTTPS, Vite uses HTTP/2.
    return acceptHttp2(await core.loadApp(info, typeof host === 'string' ? host : 'localhost'));
  });
  const serveApp: RequestListener = (request, response) => {
    loadApp().then(
      (listener) => listener(request, response),
      (error) => response.destroy(error),
    );
  };
  middlewares.use(core.middleware());
  middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { path } = readTarget(request);
    if (adminPath.test(path)) {
      serveApp(request, response);
    } else if (path === prefix) {
      response.writeHead(308, { Location: `${prefix}/` }).end();
    } else {
      next();
    }
  });
  // Pages call the service relative to where they are.
  middlewares.use(prefix, core.middleware());
  middlewares.use(prefix, serveApp);
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
