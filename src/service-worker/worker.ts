/** The service worker that `animal-store init` copies: one classic script, which Firefox takes, too. */
import { version } from './generated/version.js';
import { type CallName, isWorkerMessage, type WorkerAnswer, type WorkerCalls } from './messages.js';
import { readSettings } from './settings.js';
import type { WorkerScope } from './worker-scope.js';
import { WorkerSimulator } from './worker-simulator.js';

const scope = globalThis as unknown as WorkerScope;
const simulator = new WorkerSimulator(scope, readSettings(new URL(scope.location.href)));

type Calls = {
  readonly [Name in CallName]: (
    request: WorkerCalls[Name]['request'],
    clientId: string,
  ) => Promise<WorkerCalls[Name]['answer']>;
};

const calls: Calls = {
  start: async (_request, clientId) => ({ version, ...(await simulator.start(clientId)) }),
  claim: async () => {
    await scope.clients.claim();
    return undefined;
  },
  admin: (request) => simulator.call(request),
  forget: async () => {
    await simulator.forget();
    return undefined;
  },
};

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  if (simulator.serves(event.request.url)) {
    event.respondWith(simulator.fetch(event.request, event.clientId));
  }
});

scope.addEventListener('message', (event) => {
  const { data, source, ports } = event;
  const [port] = ports;
  if (!isWorkerMessage(data) || source === null || port === undefined) {
    return;
  }
  const send = (answer: WorkerAnswer) => port.postMessage(answer);
  if (!Object.hasOwn(calls, data.animalStore)) {
    send({
      problem: `The service worker, version ${version}, has no such call. Run animal-store init again.`,
    });
    return;
  }
  const call = calls[data.animalStore] as (request: unknown, id: string) => Promise<unknown>;
  event.waitUntil(
    call(data.request, source.id).then(
      (answer) => send({ answer } as WorkerAnswer),
      (error: Error) => send({ problem: error.message }),
    ),
  );
});
