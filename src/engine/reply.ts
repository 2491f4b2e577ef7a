import { type Notes, writeNote } from './choices/notes.js';
import {
  codeOf,
  headersOf,
  ServiceError,
  SimulatorError,
  serviceErrors,
  writeError,
} from './interface/errors.js';
import {
  corsHeaders,
  notesHeader,
  preferenceAppliedHeader,
  preflightHeaders,
  sandboxHeader,
} from './interface/headers.js';
import type { Header, Reply, ServiceRequest } from './interface/message.js';
import type { Operation } from './interface/operations.js';
import { between, mix } from './interface/random.js';
import type { Answer } from './operations/call.js';
import { endOfLifeHeaders } from './operations/get-pet.js';
import { allowedMethods, type Resource } from './operations/route.js';
import type { Preferences } from './sandbox/preferences.js';
import type { Sandbox } from './sandbox/sandbox.js';
import { defaultSandbox } from './sandbox/sandboxes.js';
import type { EngineSettings } from './settings.js';

/** What one exchange is made of, filled in step by step. */
export interface Progress {
  readonly request: ServiceRequest;
  readonly notes: Notes;
  sandbox: Sandbox;
  /** What was called, whether or not the key let it in. */
  called?: Operation | undefined;
  operation?: Operation;
  preferences: Preferences;
  /** Whether a rule asked for them, and not the request. */
  ruled: boolean;
}

/** The answer to OPTIONS (RFC 9110, 9.3.7), which is a preflight when a browser sends it. */
export function describeResource(
  request: ServiceRequest,
  resource: Resource | undefined,
  { corsOrigins }: EngineSettings,
): Answer {
  const methods = resource === undefined ? [] : allowedMethods(resource);
  const headers = preflightHeaders(request, corsOrigins, methods);
  return {
    status: 204,
    body: '',
    headers: methods.length > 0 ? [['Allow', methods.join(', ')], ...headers] : headers,
  };
}

function errorAnswer(error: unknown, { notes, sandbox }: Progress): Answer {
  if (error instanceof ServiceError) {
    const { errorName, message, headers } = error;
    const { status } = serviceErrors[errorName];
    const code = codeOf(errorName, notes.choose('error-codes', sandbox.choices));
    return {
      status,
      body: writeError(code, message, status),
      headers: [...headersOf(errorName), ...headers],
    };
  }
  if (error instanceof SimulatorError) {
    return { status: error.status, body: writeError(error.code, error.message, error.status) };
  }
  throw error;
}

/** RFC 7240, section 3. A delay is said too: it was honoured. */
function preferenceApplied(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function delayOf({ preferences, request, sandbox }: Progress): number {
  const { latency, start } = sandbox;
  if (preferences.delay !== undefined || latency.to === 0 || request.ownCall) {
    return preferences.delay ?? 0;
  }
  return between(latency.from, latency.to, mix(start.seed, sandbox.countAnswer()));
}

function ownHeaders(progress: Progress, { deprecatedSince }: EngineSettings): Header[] {
  const { notes, operation, preferences, ruled, sandbox } = progress;
  const headers = operation === undefined ? [] : endOfLifeHeaders(operation, deprecatedSince);
  const applied = ruled ? '' : preferenceApplied(preferences);
  if (applied !== '') {
    headers.push([preferenceAppliedHeader, applied]);
  }
  if (sandbox.name !== defaultSandbox) {
    headers.push([sandboxHeader, sandbox.name]);
  }
  const said = notes.list();
  if (said.length > 0) {
    headers.push([notesHeader, said.map(writeNote).join(', ')]);
  }
  return headers;
}

/** Makes a reply of an answer, or of the error that was thrown instead of one. */
export function writeReply(
  outcome: Answer | { readonly error: unknown },
  progress: Progress,
  settings: EngineSettings,
): Reply {
  const { preferences, notes } = progress;
  const answer = 'error' in outcome ? errorAnswer(outcome.error, progress) : outcome;
  const { fault, delay } = preferences;
  if (fault !== undefined) {
    notes.scenario(`fault=${fault}`, true);
  }
  if (delay !== undefined) {
    notes.scenario(`delay=${delay}`, true);
  }
  return {
    status: answer.status,
    headers: [
      ...(answer.headers ?? []),
      ...ownHeaders(progress, settings),
      ...corsHeaders(progress.request, settings.corsOrigins),
    ],
    body: answer.body,
    delay: delayOf(progress),
    // Of an answer without a body, nothing can be cut off but all of it.
    fault: fault === 'truncate' && progress.request.method === 'HEAD' ? 'empty' : fault,
  };
}
