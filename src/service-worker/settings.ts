import { parseServicePath } from '../engine/sandbox/selection.js';

/** The file that `animal-store init` copies. */
export const workerFile = 'animal-store-service-worker.js';

/** Settings of a worker, in its own URL: the browser keeps the URL when it stops the worker. */
export interface WorkerSettings {
  /** The version of the package that the page uses. */
  readonly version: string;
  /** The base URL of the service: `http://localhost:5173/v1`. */
  readonly url: string;
  /** The options of the simulator, as JSON. */
  readonly options: string;
}

/** Adds settings to the URL of a worker file. */
export function addSettings(file: URL, settings: WorkerSettings): URL {
  const url = new URL(file);
  for (const [name, value] of Object.entries(settings)) {
    url.searchParams.set(name, value);
  }
  return url;
}

export function readSettings({ searchParams }: URL): WorkerSettings {
  const read = (name: keyof WorkerSettings) => searchParams.get(name) ?? '';
  return { version: read('version'), url: read('url'), options: read('options') };
}

/** The URL of a server whose service has a base URL: all before `/v1`. */
export const findRoot = (url: string) => url.replace(/\/v1$/, '');

/**
 * The path of a request at a server whose service is at `/v1`: `/v1/pets`, `/sandboxes/a/v1/pets`.
 * Undefined when the request is not for the service.
 */
export function findServicePath(settings: WorkerSettings, requested: string): string | undefined {
  const { origin, pathname, search } = new URL(requested);
  const root = new URL(findRoot(settings.url));
  const prefix = root.pathname.replace(/\/$/, '');
  const path = pathname.slice(prefix.length);
  const isService =
    origin === root.origin && pathname.startsWith(prefix) && parseServicePath(path) !== undefined;
  return isService ? `${path}${search}` : undefined;
}
