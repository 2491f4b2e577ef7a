import { portableRoutes } from '../admin/router.js';
import { loadIncludedPets } from '../catalogue/included-pets.js';
import { createLocalTransport, readText, type Transport } from '../client/transport.js';
import type { Exchange } from '../engine/exchange.js';
import { createOfflineSimulator, type OfflineSimulator } from '../offline-simulator.js';
import { type PortableOptions, resolvePortableOptions } from '../options/portable.js';
import { PortableCore } from '../portable-core.js';
import type { AdminCallMessage, WorkerCalls } from './messages.js';
import { SavedData } from './saved-data.js';
import { findServicePath, type WorkerSettings } from './settings.js';
import { StateSaver } from './state-saver.js';
import type { WorkerScope } from './worker-scope.js';

/** More warnings than these are not shown: each request may have one. */
const maxWarnings = 100;

/** Shows each warning once. */
function createWarner(): (problem: string) => void {
  const shown = new Set<string>();
  return (problem) => {
    if (!shown.has(problem) && shown.size < maxWarnings) {
      shown.add(problem);
      console.warn(`animal-store-simulator: ${problem}`);
    }
  };
}

/** Copies a request to another URL. Browsers refuse to copy a navigation as it is. */
async function redirect(url: string, request: Request): Promise<Request> {
  const { method, headers, signal } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await request.arrayBuffer() : null;
  return new Request(url, { method, headers, signal, body });
}

function createCore(options: PortableOptions, onExchange: (exchange: Exchange) => void) {
  return new PortableCore(resolvePortableOptions(options), {
    loadPets: loadIncludedPets,
    loadRoutes: async () => portableRoutes,
    onExchange,
  });
}

interface Loaded {
  readonly simulator: OfflineSimulator;
  readonly admin: Transport;
  /** The pages that called `startServiceWorker`, by their client id. */
  readonly pages: Set<string>;
  /** Nothing where the browser saves nothing, as in a private window. */
  readonly data: SavedData | undefined;
  readonly saver: StateSaver | undefined;
}

/** The simulator of a service worker, whose state outlives the worker. */
export class WorkerSimulator {
  readonly #scope: WorkerScope;
  readonly #settings: WorkerSettings;
  readonly #warn = createWarner();
  #loaded: Promise<Loaded> | undefined;

  constructor(scope: WorkerScope, settings: WorkerSettings) {
    this.#scope = scope;
    this.#settings = settings;
  }

  /** Whether a URL is the service's. */
  serves(url: string): boolean {
    return findServicePath(this.#settings, url) !== undefined;
  }

  /**
   * Answers a request to the service. The request of a page that did not start the simulator goes to the
   * network: it may be another app at the same origin.
   */
  async fetch(request: Request, clientId: string): Promise<Response> {
    const loaded = await this.#load();
    if (!(await this.#belongsToPage(clientId, loaded))) {
      return fetch(request);
    }
    const path = findServicePath(this.#settings, request.url);
    try {
      return await loaded.simulator.fetch(
        await redirect(`${this.#scope.location.origin}${path}`, request),
      );
    } finally {
      await loaded.saver?.save();
    }
  }

  /** Answers a page from now on. */
  async start(clientId: string): Promise<{ readonly apiKey: string }> {
    const { simulator, pages, data } = await this.#load();
    const open = await this.#scope.clients.matchAll({ includeUncontrolled: true });
    const ids = open.map(({ id }) => id);
    for (const page of pages) {
      if (!ids.includes(page)) {
        pages.delete(page);
      }
    }
    pages.add(clientId);
    await data?.writePages(pages);
    return { apiKey: simulator.apiKey };
  }

  /** Calls the admin interface. */
  async call({ query, ...request }: AdminCallMessage): Promise<WorkerCalls['admin']['answer']> {
    const { admin, saver } = await this.#load();
    const response = await admin.send({ ...request, query: new URLSearchParams(query) });
    const body = await readText(response);
    if (request.method !== 'GET') {
      saver?.note(request.sandbox);
      await saver?.save();
    }
    return { status: response.status, body };
  }

  /** Removes what is saved, and answers no page. */
  async forget(): Promise<void> {
    const { data } = await this.#load();
    this.#loaded = undefined;
    await data?.clear();
  }
  #load(): Promise<Loaded> {
    this.#loaded ??= this.#open().catch((error) => {
      // The next request tries again.
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #open(): Promise<Loaded> {
    let saver: StateSaver | undefined;
    const core = createCore(JSON.parse(this.#settings.options), (exchange) => {
      if (exchange.changes.length > 0) {
        saver?.note(exchange.sandbox);
      }
    });
    const simulator = createOfflineSimulator(core);
    const admin = createLocalTransport(() => core.admin());
    const data = await this.#openData();
    if (data !== undefined) {
      const listNames = async () => (await simulator.sandboxes()).map(({ name }) => name);
      saver = new StateSaver({ admin, listNames, data, warn: this.#warn });
      await saver.restore();
    }
    return { simulator, admin, data, saver, pages: new Set(await data?.readPages()) };
  }

  async #openData(): Promise<SavedData | undefined> {
    try {
      const { registration } = this.#scope;
      return await SavedData.open(registration.scope, JSON.stringify(this.#settings));
    } catch (error) {
      this.#warn(`Nothing is saved: ${error}. Pets are lost when the browser stops the worker.`);
      return undefined;
    }
  }

  async #belongsToPage(clientId: string, { pages }: Loaded): Promise<boolean> {
    if (pages.has(clientId)) {
      return true;
    }
    const { clients } = this.#scope;
    const client = clientId === '' ? undefined : await clients.get(clientId);
    if (client === undefined || client.frameType === 'top-level') {
      return false;
    }
    // A frame or a worker of a page: browsers do not tell of which.
    const open = await clients.matchAll({ includeUncontrolled: true });
    return open.some(({ id }) => pages.has(id));
  }
}
