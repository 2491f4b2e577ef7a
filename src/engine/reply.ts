import type { Notes } from './choices/notes.js';
import { getErrorCode } from './choices/open-points.js';
import {
  getErrorHeaders,
  type ServiceError,
  SimulatorError,
  serviceErrors,
  writeError,
} from './interface/errors.js';
import {
  type CorsSettings,
  createCorsHeaders,
  createPreflightHeaders,
  notesHeader,
  preferenceAppliedHeader,
  sandboxHeader,
} from './interface/headers.js';
import type { Header, Reply, ServiceRequest, ServiceResponse } from './interface/message.js';
import { type Operation, operations } from './interface/operations.js';
import { listMethods, type Resource } from './operations/route.js';
import type { Change } from './sandbox/change.js';
import { noPreferences } from './sandbox/preferences.js';
import { defaultSandbox, type Sandbox } from './sandbox/sandbox.js';
import type { Scenario } from './sandbox/scenarios.js';

/** How long a body dribbles, in milliseconds, when nothing else is asked for. */
const defaultDribble = 5_000;

export interface ReplySettings extends CorsSettings {
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}

/** The parts of one exchange, filled in step by step. */
export interface Progress {
  readonly request: ServiceRequest;
  readonly notes: Notes;
  /** Applied later, so the reply must not depend on them. */
  readonly changes: Change[];
  readonly sandbox: Sandbox;
  /** The operation of the request, authenticated or not. */
  requested?: Operation | undefined;
  /** The operation that was authenticated. */
  operation?: Operation;
  scenario: Scenario;
  /** The identifier of the rule that set the scenario; nothing if the request did. */
  rule?: string | undefined;
}

/** Creates the response to OPTIONS (RFC 9110, 9.3.7), which is a preflight when a browser sends it. */
export function createOptionsResponse(
  request: ServiceRequest,
  resource: Resource | undefined,
  { corsOrigins }: ReplySettings,
): ServiceResponse {
  const methods = resource === undefined ? [] : listMethods(resource);
  const headers = createPreflightHeaders(request, corsOrigins, methods);
  return {
    status: 204,
    body: '',
    headers: methods.length > 0 ? [['Allow', methods.join(', ')], ...headers] : headers,
  };
}

/** Creates the response for an error of the service, or for a refusal of the simulator. */
export function createErrorResponse(
  error: ServiceError | SimulatorError,
  { notes, sandbox }: Progress,
): ServiceResponse {
  if (error instanceof SimulatorError) {
    const { code, message, status } = error;
    notes.refuse(code);
    return { status, body: writeError(code, message, status) };
  }
  const { errorName, message, headers } = error;
  const { status } = serviceErrors[errorName];
  const code = getErrorCode(errorName, notes.choose('error-codes', sandbox.choices));
  return {
    status,
    body: writeError(code, message, status),
    headers: [...getErrorHeaders(status), ...headers],
  };
}

/**
 * The headers of operations that end: `Sunset` (RFC 8594), and `Link` to the replacement (relative to the
 * request, so it holds wherever the service is mounted). Created once: writing a date takes a tenth of an
 * exchange's time.
 */
const sunsetHeaders = new Map<Operation, readonly Header[]>(
  operations.map((operation) => [
    operation,
    operation.sunset === undefined
      ? []
      : [
          ['Sunset', operation.sunset.toUTCString()],
          ['Link', '<../pets>; rel="successor-version"'],
        ],
  ]),
);

/** Lists the preferences that a response applied (RFC 7240, section 3); `delay` is one of them. */
function writeApplied({ scenario, rule }: Progress, status: number): string {
  if (rule !== undefined) {
    return '';
  }
  // A success runs the operation, which may respond otherwise.
  const applied = Object.entries(scenario).filter(
    ([name, value]) => name !== 'code' || value === status,
  );
  return applied.map(([name, value]) => `${name}=${value}`).join(', ');
}

function addSimulatorHeaders(
  headers: Header[],
  progress: Progress,
  status: number,
  { deprecatedSince }: ReplySettings,
): void {
  const { notes, operation, scenario, sandbox } = progress;
  if (operation !== undefined) {
    headers.push(...(sunsetHeaders.get(operation) ?? []));
    // RFC 9745: only if its date is configured, as the document doesn't state it.
    if (operation.deprecated && deprecatedSince !== undefined) {
      headers.push(['Deprecation', `@${Math.floor(deprecatedSince.getTime() / 1000)}`]);
    }
  }
  if (scenario !== noPreferences) {
    const applied = writeApplied(progress, status);
    if (applied !== '') {
      headers.push([preferenceAppliedHeader, applied]);
    }
  }
  if (sandbox.name !== defaultSandbox) {
    headers.push([sandboxHeader, sandbox.name]);
  }
  const list = notes.write();
  if (list !== '') {
    headers.push([notesHeader, list]);
  }
}

/** Adds the headers of a rule in place of others with their names, and lets browser apps read them. */
function addOwnHeaders(reply: Reply, own: Readonly<Record<string, string>>): Reply {
  const fields = Object.entries(own);
  const names = fields.map(([name]) => name.toLowerCase());
  const others = reply.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  const isForBrowser = others.some(([name]) => name === 'Access-Control-Expose-Headers');
  const exposed: Header[] = isForBrowser
    ? [['Access-Control-Expose-Headers', names.join(', ')]]
    : [];
  const type = names.indexOf('content-type');
  return {
    ...reply,
    headers: [...others, ...exposed, ...fields.filter((_, place) => place !== type)],
    mediaType: fields[type]?.[1] ?? reply.mediaType,
  };
}

/** Creates the reply: the response with all headers, its delay and its fault. */
export function createReply(
  response: ServiceResponse,
  delay: number,
  progress: Progress,
  settings: ReplySettings,
): Reply {
  const { scenario, notes, request } = progress;
  const { fault, headers: own } = scenario;
  if (fault !== undefined) {
    notes.scenario(`fault=${fault}`, true);
  }
  if (scenario.delay !== undefined) {
    notes.scenario(`delay=${scenario.delay}`, true);
  }
  const headers = [...(response.headers ?? [])];
  addSimulatorHeaders(headers, progress, response.status, settings);
  headers.push(...createCorsHeaders(request, settings));
  const reply: Reply = {
    status: response.status,
    headers,
    body: response.body,
    mediaType: response.mediaType,
    delay,
    duration: fault === 'dribble' ? (scenario.delay ?? defaultDribble) : undefined,
    // A response without a body can't be cut off half-way.
    fault: fault === 'truncate' && request.method === 'HEAD' ? 'empty' : fault,
  };
  return own === undefined ? reply : addOwnHeaders(reply, own);
}
