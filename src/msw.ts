import { type HttpHandler, HttpResponse, http } from 'msw';
import { attempt } from './base/text.js';
import { UsageError } from './base/usage-error.js';
import { operations, versionPrefix } from './document/operations.js';
import type { OfflineSimulator } from './simulator/simulator.js';

/** Facts about the app that `handlers` needs. */
export interface HandlerOptions {
  /** The base URL of the service that the app uses: `https://api.example.com/v1`, or `/v1`. */
  readonly baseUrl: string;
}

/** The paths of the service as MSW writes them: `/pets`, `/pets/:petId`. */
const paths = [...new Set(operations.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))];

/** True in a page in development; bundlers replace the name of the environment. */
const isDevelopment = (): boolean =>
  attempt(() => typeof window !== 'undefined' && process.env.NODE_ENV !== 'production') ?? true;

/**
 * Creates handlers for MSW's `setupWorker` and `setupServer` that answer as the service would. They match
 * the paths of the service; MSW treats all others as unhandled. In development, pages have the simulator as
 * `animalStore`, for the console of the browser.
 *
 * @example
 * const simulator = createSimulator();
 * const worker = setupWorker(...handlers(simulator, { baseUrl: 'https://api.example.com/v1' }));
 *
 * @throws {UsageError} when the base URL is neither absolute nor a path
 */
export function handlers(
  simulator: Pick<OfflineSimulator, 'fetch'>,
  { baseUrl }: HandlerOptions,
): HttpHandler[] {
  if (!/^(?:https?:\/\/[^/]|\/)/.test(baseUrl)) {
    throw new UsageError(
      `baseUrl must be a URL such as https://api.example.com/v1, or a path such as /v1; got ${JSON.stringify(baseUrl)}.`,
    );
  }
  if (isDevelopment()) {
    Object.assign(window, { animalStore: simulator });
  }
  const base = baseUrl.replace(/\/+$/, '');
  const { pathname } = new URL(base, 'http://localhost');
  const prefix = pathname === '/' ? '' : pathname;
  return paths.map((path) =>
    http.all(`${base}${path}`, async ({ request }) => {
      const { method, headers, signal } = request;
      const { pathname: sent, search } = new URL(request.url);
      const url = `http://localhost${versionPrefix}${sent.slice(prefix.length)}${search}`;
      try {
        const body = request.body === null ? null : await request.arrayBuffer();
        return await simulator.fetch(new Request(url, { method, headers, signal, body }));
      } catch {
        // The scenario loses the connection, or the client is gone.
        return HttpResponse.error();
      }
    }),
  );
}
