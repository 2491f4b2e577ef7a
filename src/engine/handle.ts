import { ServiceError, SimulatorError } from '../document/errors.js';
import { sections } from '../document/generated/sections.js';
import { isPreflight } from '../document/headers.js';
import type { Reply, ServiceResponse } from '../document/message.js';
import { findOperation, type Operation } from '../document/operations.js';
import { type AdmittedRequest, needsNoKey, type Refusal } from './admit.js';
import { type Call, choose, noteViolation, type ReplySettings } from './call.js';
import { checkResponse } from './check.js';
import { createErrorResponse, createForcedResponse } from './error-response.js';
import type { JournalEntry } from './exchange.js';
import { createEntry, recordEntry } from './journal.js';
import { operationSteps } from './operations/steps.js';
import { RequestParts } from './patterns.js';
import { createRefusal, readPreferences } from './preferences.js';
import type { Redact } from './redactor.js';
import { createOptionsResponse, createReply } from './reply.js';
import { createRouteError, lacksVersion, type Target } from './route.js';
import { applyRules } from './rules.js';
import type { Sandbox } from './sandbox.js';
import { describeImpossible, noScenario } from './scenario.js';

export interface Answer {
  readonly entry: JournalEntry;
  readonly reply: Reply;
}

const noQuery = new URLSearchParams();

function createCall(
  sandbox: Sandbox,
  { request, target, refusal }: AdmittedRequest,
  time: number,
  settings: ReplySettings,
  hide?: Redact,
): Call {
  // Named one by one: copying an object takes as long as the rest of a call.
  return {
    request,
    target,
    refusal,
    time,
    sandbox,
    query: request.query === '' ? noQuery : new URLSearchParams(request.query),
    operation: findOperation(target?.resource, request.method),
    choices: sandbox.settings.choices,
    settings,
    notes: [],
    hide,
    scenario: noScenario,
    rule: undefined,
  };
}

/** Completes an exchange: reply → journal. */
function complete(
  call: Call,
  response: ServiceResponse,
  error?: ServiceError | SimulatorError,
): Answer {
  const reply = createReply(call, response);
  const entry = createEntry(call, reply, error);
  recordEntry(call.sandbox, entry);
  return { entry, reply };
}

function completeError(call: Call, error: unknown): Answer {
  if (!(error instanceof ServiceError || error instanceof SimulatorError)) {
    throw error;
  }
  return complete(call, createErrorResponse(call, error), error);
}

function respond(call: Call): ServiceResponse {
  const { request, target, refusal, operation, notes } = call;
  if (refusal !== undefined) {
    const isKeyless = refusal.code === 'unauthorized' && operation === undefined;
    if (isKeyless && choose(call, 'keyless-path') === 'not-found') {
      throw createRouteError(target as Target, request.method, notes);
    }
    throw createRefusedError(call, refusal);
  }
  if (needsNoKey(request, target)) {
    return createOptionsResponse(call);
  }
  if (operation === undefined) {
    throw createRouteError(target as Target, request.method, notes);
  }
  return force(call, operation) ?? operate(call, operation);
}

/**
 * Answers a request, and records the exchange: scenario → read → run → reply → journal. Like `control`,
 * it decides and applies in place, and is deterministic: an equal sandbox and an equal command give an equal
 * result, so a list of commands is enough to share a sandbox.
 *
 * @param time by the real clock, in milliseconds since 1970
 */
export function handle(
  sandbox: Sandbox,
  admitted: AdmittedRequest,
  time: number,
  settings: ReplySettings,
): Answer {
  const call = createCall(sandbox, admitted, time, settings);
  try {
    return complete(call, respond(call));
  } catch (error) {
    return completeError(call, error);
  }
}

async function respondInFront(
  call: Call,
  forward: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const { refusal, target, operation, request, settings } = call;
  if (refusal !== undefined) {
    throw createRefusedError(call, refusal);
  }
  // Browsers call the simulator, whose origin the service need not know; the service has no other paths.
  if (target === undefined || (isPreflight(request) && settings.corsOrigin.length > 0)) {
    return createOptionsResponse(call);
  }
  const forced = operation && force(call, operation);
  if (operation !== undefined && (forced ?? call.scenario.fault) !== undefined) {
    return forced ?? operate(call, operation);
  }
  const response = await forward();
  checkResponse(call, hideKey(response, call));
  return response;
}

/** A response without the key of its request. */
function hideKey(response: ServiceResponse, { hide }: Call): ServiceResponse {
  const body = hide?.(response.body) ?? response.body;
  const isHidden = body !== response.body;
  return isHidden ? { ...response, body, decoded: new TextEncoder().encode(body) } : response;
}

/** Answers a request in front of a service: scenario → forward → check → reply → journal. */
export async function handleInFront(
  sandbox: Sandbox,
  request: AdmittedRequest,
  time: number,
  settings: ReplySettings,
  forward: () => Promise<ServiceResponse>,
  hide: Redact,
): Promise<Answer> {
  const call = createCall(sandbox, request, time, settings, hide);
  try {
    return complete(call, await respondInFront(call, forward));
  } catch (error) {
    return completeError(call, error);
  }
}

/**
 * Forces a response, if the request asks for one or, if it asks for nothing, the rule that applies.
 *
 * @throws {SimulatorError} when the request asks for what can't be forced; then nothing applies
 */
function force(call: Call, operation: Operation): ServiceResponse | undefined {
  const { sandbox, request, query, notes } = call;
  const { name, section, deprecated } = operation;
  if (deprecated) {
    notes.push({ kind: 'deprecated', operation: name, section });
  }
  const asked = readPreferences(request.headers.prefer, query);
  if (asked !== undefined) {
    const problem = describeImpossible(operation, asked);
    if (problem !== undefined) {
      throw createRefusal(problem);
    }
    call.scenario = asked;
  } else if (sandbox.rules.length > 0) {
    call.rule = applyRules(sandbox, operation, new RequestParts(request, query));
    call.scenario = call.rule ?? noScenario;
  }
  return createForcedResponse(call, operation);
}

function operate(call: Call, operation: Operation): ServiceResponse {
  const { read, run } = operationSteps[operation.name];
  return run(call, read(call, operation));
}

function createRefusedError(call: Call, refusal: Refusal): ServiceError | SimulatorError {
  const { code, message } = refusal;
  if (code === 'unauthorized' || code === 'not_found') {
    noteViolation(call, code === 'unauthorized' ? sections.authentication : sections.versioning);
    const { headers, path } = call.request;
    const ofKey = headers.authorization ? 'key unknown' : 'no key';
    const ofPath = lacksVersion(path) ? 'without /v1' : 'unknown path';
    return new ServiceError(code, message, { brief: code === 'unauthorized' ? ofKey : ofPath });
  }
  return new SimulatorError(code, message);
}
