import {
  getErrorHeaders,
  type ServiceError,
  SimulatorError,
  serviceErrors,
  writeError,
} from '../document/errors.js';
import {
  type CorsSettings,
  createCorsHeaders,
  createPreflightHeaders,
  notesHeader,
  preferenceAppliedHeader,
} from '../document/headers.js';
import type { Header, Reply, ServiceRequest, ServiceResponse } from '../document/message.js';
import { type Choices, getErrorCode } from '../document/open-points.js';
import { type Operation, operations } from '../document/operations.js';
import { addNote, choose, type Note, writeNotes } from './notes.js';
import { noPreferences } from './preferences.js';
import { listMethods, type Resource } from './route.js';
import type { Rule } from './rules.js';
import type { Scenario } from './scenarios.js';

/** How long a body dribbles, in milliseconds, when nothing else is asked for. */
const defaultDribble = 5_000;

/** The settings of all sandboxes that decide the headers of replies. */
export interface ReplySettings extends CorsSettings {
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}

/** The parts of one exchange, filled in step by step. */
export interface Progress {
  readonly request: ServiceRequest;
  readonly notes: Note[];
  /** The operation of the request, whether its key is valid or not. */
  requested?: Operation | undefined;
  /** The operation of a request with a valid key. */
  operation?: Operation;
  scenario: Scenario;
  /** The rule that set the scenario; nothing if the request did. */
  rule?: Rule | undefined;
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
  notes: Note[],
  choices: Choices,
): ServiceResponse {
  if (error instanceof SimulatorError) {
    const { code, message, status } = error;
    addNote(notes, { kind: 'refused', code });
    return { status, body: writeError(code, message, status) };
  }
  const { errorName, message, headers } = error;
  const { status } = serviceErrors[errorName];
  const code = getErrorCode(errorName, choose(notes, 'error-codes', choices));
  return {
    status,
    body: writeError(code, message, status),
    headers: [...getErrorHeaders(status), ...headers],
  };
}

/**
 * The headers of operations that end: `Sunset` (RFC 8594), and `Link` to the replacement (relative to the
 * request, so it holds wherever the service is mounted).
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

function createSimulatorHeaders(
  progress: Progress,
  status: number,
  { deprecatedSince }: ReplySettings,
): Header[] {
  const { notes, operation, scenario } = progress;
  const headers: Header[] = [];
  if (operation !== undefined) {
    headers.push(...(sunsetHeaders.get(operation) ?? []));
    // RFC 9745: only if its date is configured, as the document doesn't state it.
    if (operation.deprecated && deprecatedSince !== undefined) {
      headers.push(['Deprecation', `@${Math.floor(deprecatedSince.getTime() / 1000)}`]);
    }
  }
  const applied = scenario === noPreferences ? '' : writeApplied(progress, status);
  if (applied !== '') {
    headers.push([preferenceAppliedHeader, applied]);
  }
  if (notes.length > 0) {
    headers.push([notesHeader, writeNotes(notes)]);
  }
  return headers;
}

/** Adds the headers of a rule in place of others with their names, and lets browser apps read them. */
function addRuleHeaders(reply: Reply, own: Readonly<Record<string, string>>): Reply {
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
    headers: [...others, ...exposed, ...fields.filter((_, index) => index !== type)],
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
    addNote(notes, { kind: 'scenario', applied: `fault=${fault}`, beyond: true });
  }
  if (scenario.delay !== undefined) {
    addNote(notes, { kind: 'scenario', applied: `delay=${scenario.delay}`, beyond: true });
  }
  const reply: Reply = {
    status: response.status,
    headers: [
      ...(response.headers ?? []),
      ...createSimulatorHeaders(progress, response.status, settings),
      ...createCorsHeaders(request, settings),
    ],
    body: response.body,
    mediaType: response.mediaType,
    delay,
    duration: fault === 'dribble' ? (scenario.delay ?? defaultDribble) : undefined,
    // A response without a body can't be cut off half-way.
    fault: fault === 'truncate' && request.method === 'HEAD' ? 'empty' : fault,
  };
  return own === undefined ? reply : addRuleHeaders(reply, own);
}
