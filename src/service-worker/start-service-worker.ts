import { createSandboxAccess, type SandboxAccess } from '../client/sandbox-access.js';
import type { Transport } from '../client/transport.js';
import type { PortableOptions } from '../options/portable.js';
import { UsageError } from '../options/usage-error.js';
import { version } from './generated/version.js';
import { askWorker } from './messages.js';
import { addSettings, findRoot, workerFile } from './settings.js';

export interface ServiceWorkerOptions {
  /** The base URL of the service that the app calls; it ends in `/v1`. Default: `/v1` of this origin. */
  readonly url?: string;
  /** The URL of the file that `animal-store init` copied. Default: `/animal-store-service-worker.js`. */
  readonly workerUrl?: string;
  /** The options of the simulator. Other options than before start over, without the saved pets. */
  readonly options?: PortableOptions;
}

/** A simulator in a service worker of this page. */
export interface ServiceWorkerSimulator extends SandboxAccess {
  /** The base URL of the service, which ends in `/v1`. */
  readonly url: string;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** Removes the worker with all that it saved. Requests reach the network again. */
  stop(): Promise<void>;
}

/** The maximum time until the worker is active and controls the page, in milliseconds. */
const maxStart = 30_000;

/** Waits until a condition holds, which may change with an event. */
function waitFor(
  target: EventTarget,
  event: string,
  holds: () => boolean,
  problem: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(maxStart);
    const controller = new AbortController();
    const check = () => {
      if (holds()) {
        controller.abort();
        resolve();
      }
    };
    target.addEventListener(event, check, { signal: controller.signal });
    signal.addEventListener('abort', () => reject(new Error(problem())), {
      signal: controller.signal,
    });
    check();
  });
}

function readUrl(text: string): string {
  const url = new URL(text, location.href);
  if (!/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/v1') || url.search !== '') {
    throw new UsageError(
      'The option url must be the base URL of the service, which ends in /v1, such as ' +
        `/v1 or https://api.example.com/v1; got ${JSON.stringify(text)}.`,
    );
  }
  return `${url.origin}${url.pathname}`;
}

async function register(script: URL): Promise<ServiceWorkerRegistration> {
  if (!('serviceWorker' in navigator)) {
    throw new UsageError(
      'This page has no service workers. Open it at https or at localhost, and not in a private window.',
    );
  }
  const file = `${script.origin}${script.pathname}`;
  const registration = await navigator.serviceWorker
    .register(script, { updateViaCache: 'none' })
    .catch((cause: Error) => {
      throw new UsageError(
        `The worker file could not be loaded from ${file}: ${cause.message} ` +
          'Copy it with npx animal-store init <folder of your static files>, such as public, ' +
          'or set workerUrl to its URL.',
      );
    });
  if (!location.href.startsWith(registration.scope)) {
    throw new UsageError(
      `The worker at ${file} only serves pages below ${registration.scope}; this page is ` +
        `${location.href}. Put the file into the folder of the page or above, and set workerUrl to its URL.`,
    );
  }
  return registration;
}

async function activate(
  { installing, waiting, active }: ServiceWorkerRegistration,
  script: URL,
): Promise<ServiceWorker> {
  const worker = [installing, waiting, active].find((one) => one?.scriptURL === script.href);
  if (!worker) {
    throw new Error('Another tab replaced the service worker. Reload the page.');
  }
  await waitFor(
    worker,
    'statechange',
    () => worker.state === 'activated' || worker.state === 'redundant',
    () => `The service worker is still ${worker.state} after ${maxStart / 1_000} seconds.`,
  );
  if (worker.state === 'redundant') {
    throw new Error('The browser discarded the service worker. Its console says why.');
  }
  return worker;
}

/** A page that was loaded before the worker, or with Shift, isn't controlled by itself. */
async function takeControl(worker: ServiceWorker): Promise<void> {
  const { serviceWorker } = navigator;
  const isControlled = () => serviceWorker.controller?.scriptURL === worker.scriptURL;
  if (!isControlled()) {
    await askWorker(worker, 'claim', undefined);
    await waitFor(
      serviceWorker,
      'controllerchange',
      isControlled,
      () => 'The service worker does not control this page. Reload it, without Shift.',
    );
  }
}

function warnAboutVersion(workerVersion: string, script: URL): void {
  if (workerVersion !== version) {
    console.warn(
      `The worker file ${script.pathname} is of animal-store-simulator ${workerVersion}, and the ` +
        `package is ${version}. Run npx animal-store init again.`,
    );
  }
}

function createTransport(root: string, worker: ServiceWorker): Transport {
  return {
    origin: root,
    send: async ({ method, path, query, sandbox, body }) => {
      const text = typeof body === 'string' ? body : [...body].join('');
      // Another page may have replaced the worker.
      const current = navigator.serviceWorker.controller ?? worker;
      const request = { method, path, query: `${query}`, sandbox, body: text };
      const response = await askWorker(current, 'admin', request);
      return { status: response.status, body: [response.body] };
    },
  };
}

/**
 * Starts a simulator in a service worker, which answers the requests of this page to the base URL of the
 * service; all other requests reach the network. Resolves when the worker controls the page. Pets, rules
 * and settings survive a reload.
 *
 * @example
 * const simulator = await startServiceWorker({ options: { seed: 7 } });
 * await fetch('/v1/pets', { headers: { Authorization: `Bearer ${simulator.apiKey}` } });
 *
 * @throws {UsageError} when an option is wrong, or the worker file can't be loaded
 */
export async function startServiceWorker({
  url: urlOption = '/v1',
  workerUrl = `/${workerFile}`,
  options = {},
}: ServiceWorkerOptions = {}): Promise<ServiceWorkerSimulator> {
  const url = readUrl(urlOption);
  const settings = { version, url, options: JSON.stringify(options) };
  const script = addSettings(new URL(workerUrl, location.href), settings);
  const registration = await register(script);
  const worker = await activate(registration, script);
  await takeControl(worker);
  const { version: workerVersion, apiKey } = await askWorker(worker, 'start', undefined);
  warnAboutVersion(workerVersion, script);
  const root = findRoot(url);
  return {
    url,
    apiKey,
    ...createSandboxAccess(createTransport(root, worker), { origin: root, apiKey }),
    stop: async () => {
      await askWorker(worker, 'forget', undefined);
      await registration.unregister();
    },
  };
}
