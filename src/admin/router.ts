import { stringify } from 'lossless-json';
import type { Backend } from '../engine/backend.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { quote } from '../engine/interface/format.js';
import { createRedactor } from '../log/redaction.js';
import type { ResolvedOptions } from '../options/table.js';
import type { UseRecorder } from '../recording/recorder.js';
import { Baselines, type LoadPets } from './baselines.js';
import { type AdminContext, type AdminRequest, type Handler, RawBody } from './call.js';
import { WaitingEvents } from './event-queue.js';
import type { paths } from './generated/types.js';
import { readLeftOut, readPact } from './pact.js';
import { addPet, changePet, listAllPets, removePet } from './pets.js';
import { changeProviderState } from './provider-states.js';
import { clearRequests, countRequests, listRequests } from './requests.js';
import { addRule, listRules, removeRule, removeRules } from './rules.js';
import { dropSandbox, listSandboxes, readState, reset, writeState } from './sandboxes.js';
import type { AdminOperation } from './schemas.js';
import { readClock, readSettings, writeClock, writeSettings } from './settings.js';
import type { Chunks } from './slices.js';
import { Slots } from './slots.js';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
/** `GET /pets`: what spec/admin.openapi.yaml describes. */
type Route = {
  [Path in keyof paths]: {
    [Name in Method]: paths[Path][Name] extends object ? `${Uppercase<Name>} ${Path}` : never;
  }[Method];
}[keyof paths];

/** The handlers of routes. */
export type Routes<Name extends Route = Route> = {
  readonly [Each in Name]: (context: AdminContext, call: never) => unknown;
};

/** The routes of every simulator, in a browser too. */
export const portableRoutes = {
  'GET /sandboxes': listSandboxes,
  'DELETE /sandboxes/{name}': dropSandbox,
  'POST /reset': reset,
  'GET /state': readState,
  'PUT /state': writeState,
  'GET /rules': listRules,
  'POST /rules': addRule,
  'DELETE /rules': removeRules,
  'DELETE /rules/{id}': removeRule,
  'GET /requests': listRequests,
  'DELETE /requests': clearRequests,
  'POST /requests/count': countRequests,
  'GET /settings': readSettings,
  'PUT /settings': writeSettings,
  'GET /clock': readClock,
  'PUT /clock': writeClock,
  'GET /pets': listAllPets,
  'POST /pets': addPet,
  'PATCH /pets/{id}': changePet,
  'DELETE /pets/{id}': removePet,
  'POST /provider-states': changeProviderState,
  'GET /pact': readPact,
  'GET /pact/left-out': readLeftOut,
} as const satisfies Partial<Routes>;

/** The methods of each path: `/rules` has GET, POST and DELETE. */
function groupByPath(routes: object): ReadonlyMap<string, readonly string[]> {
  const methodsByPath = new Map<string, string[]>();
  for (const route of Object.keys(routes)) {
    const [method = '', path = ''] = route.split(' ');
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
  }
  return methodsByPath;
}

/** The response to an admin request. */
export interface AdminReply {
  readonly status: number;
  /** The header `Allow`. */
  readonly allow?: string;
  /** A JSON value or a `RawBody`; nothing where there is no body. */
  readonly value?: unknown;
}

interface FoundPath {
  readonly path: string;
  readonly methods: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parameters of a path that fits a template; nothing when it doesn't. */
function matchPath(template: string, path: string): FoundPath['parameters'] | undefined {
  const expected = template.split('/');
  const segments = path.replace(/\/$/, '').split('/');
  const parameters: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? '';
    if (name.startsWith('{') && segment !== '') {
      parameters[name.slice(1, -1)] = decodeURIComponent(segment);
    } else if (segment !== name) {
      return undefined;
    }
  }
  return segments.length === expected.length ? parameters : undefined;
}

function findPath(path: string, methodsByPath: ReturnType<typeof groupByPath>): FoundPath {
  for (const [template, methods] of methodsByPath) {
    const parameters = matchPath(template, path);
    if (parameters !== undefined) {
      return { path: template, methods, parameters };
    }
  }
  const known = [...methodsByPath.keys()].map((template) => `/__admin${template}`).join(', ');
  throw new SimulatorError(
    'not_found',
    `${quote(`/__admin${path}`)} is not a path of the simulator. The paths are ${known}.`,
  );
}

/** Whatever can be read has HEAD too (RFC 9110, 9.3.2). */
function formatAllow(methods: readonly string[]): string {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...allowed, 'OPTIONS'].join(', ');
}

/** What the admin interface needs from the shell around it. */
export interface AdminShell {
  readonly loadPets: LoadPets;
  readonly routes: Partial<Routes>;
  readonly recorder: UseRecorder;
}

/** What this interface answers for an error, which has the status of the service's paths. */
function toAdminError({ code, status }: SimulatorError): Pick<SimulatorError, 'code' | 'status'> {
  if (code === 'simulator_store_unavailable') {
    return { code, status: 503 };
  }
  // A 501 of the engine, such as a pet without memory for it, is a conflict here.
  return status === 501 ? { code: 'simulator_conflict', status: 409 } : { code, status };
}

/** The admin interface of one simulator, which `/__admin` and the sandbox handles both call. */
export class Admin {
  readonly #context: AdminContext;
  readonly #routes: Partial<Routes>;
  readonly #methodsByPath: ReturnType<typeof groupByPath>;

  constructor(
    backend: Backend,
    options: ResolvedOptions,
    { loadPets, routes, recorder }: AdminShell,
  ) {
    const baselines = new Baselines(options, backend, loadPets);
    const apiKey = options.apiKey[0] as string;
    const redactor = createRedactor(options);
    const { maxBody } = options;
    const streams = new Slots(100, 'event streams');
    const waiting = new Slots(1_000, 'calls that wait for requests');
    const resources = { streams, waiting, waitingEvents: new WaitingEvents(), maxBody };
    const recording = { recorder, options };
    this.#context = { backend, baselines, redactor, apiKey, ...resources, ...recording };
    this.#routes = routes;
    this.#methodsByPath = groupByPath(routes);
  }

  async handle(request: AdminRequest): Promise<AdminReply> {
    let allow: string | undefined;
    try {
      const { path, methods, parameters } = findPath(request.path, this.#methodsByPath);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (!methods.includes(method)) {
        allow = formatAllow(methods);
        if (method === 'OPTIONS') {
          return { status: 204, allow };
        }
        throw new SimulatorError(
          'method_not_allowed',
          `/__admin${path} does not allow ${method}. Allowed methods: ${allow}.`,
        );
      }
      // Loaded when needed: a start does without.
      const { readCall } = await import('./validation.js');
      const { status, query, body } = readCall(method, path, request);
      const handler = this.#routes[`${method} ${path}` as Route] as Handler<AdminOperation>;
      const { sandbox, signal, stopping, origin, header } = request;
      // As an iterable of its characters, a text would take long.
      const stream = typeof request.body === 'string' ? [request.body] : request.body;
      const call = { sandbox, signal, stopping, origin, header, parameters, query, body, stream };
      return { status, value: await handler(this.#context, call as Parameters<typeof handler>[1]) };
    } catch (error) {
      if (!(error instanceof SimulatorError)) {
        throw error;
      }
      const { code, status } = toAdminError(error);
      return { status, ...(allow && { allow }), value: { code, message: error.message, status } };
    }
  }

  /** Handles a request of this process: the body of its response is text, as over HTTP. */
  async answer(request: AdminRequest): Promise<{ readonly status: number; readonly body: Chunks }> {
    const { status, value } = await this.handle(request);
    const body = value instanceof RawBody ? value.chunks() : [stringify(value) ?? ''];
    return { status, body };
  }
}
