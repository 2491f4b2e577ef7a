import { ServiceError, SimulatorError } from '../document/errors.js';
import { preferHeader } from '../document/headers.js';
import type { Reply, ServiceRequest, ServiceResponse } from '../document/message.js';
import type { Operation, OperationName } from '../document/operations.js';
import { needsNoKey, parseServicePath, type Refusal } from './admit.js';
import { type Exchange, maxKeptBody } from './exchange.js';
import { drawLatency } from './latency.js';
import { addNote, choose } from './notes.js';
import type { OperationHandler } from './operations/call.js';
import { createPet } from './operations/create-pet.js';
import { getPet } from './operations/get-pet.js';
import { listPets } from './operations/list-pets.js';
import { maxDelay, noPreferences, readPreferences } from './preferences.js';
import {
  createErrorResponse,
  createOptionsResponse,
  createReply,
  type Progress,
  type ReplySettings,
} from './reply.js';
import { findOperation, findResource, requireOperation } from './route.js';
import { applyRules } from './rules.js';
import { recordExchange, type Sandbox } from './sandbox.js';
import { checkScenario, createForcedResponse } from './scenarios.js';

/** A request that was admitted. */
export interface AdmittedRequest {
  readonly request: ServiceRequest;
  readonly refusal: Refusal | undefined;
}

/** The answer to a request, and the record of it. */
export interface Answer {
  readonly exchange: Exchange;
  readonly reply: Reply;
}

const operationHandlers: Record<OperationName, OperationHandler> = { listPets, createPet, getPet };
const preferField = preferHeader.toLowerCase();
const noQuery = new URLSearchParams();

/**
 * Answers an admitted request in its sandbox, and records the exchange:
 * scenario → validate → operate → reply → journal.
 *
 * @param time by the real clock, in milliseconds since 1970
 */
export function answer(
  sandbox: Sandbox,
  { request, refusal }: AdmittedRequest,
  time: number,
  settings: ReplySettings,
): Answer {
  const progress: Progress = { request, notes: [], scenario: noPreferences };
  let response: ServiceResponse;
  let failure: ServiceError | SimulatorError | undefined;
  try {
    response = respond(sandbox, progress, refusal, time, settings);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SimulatorError)) {
      throw error;
    }
    failure = error;
    response = createErrorResponse(error, progress.notes, sandbox.settings.choices);
  }
  const reply = createReply(response, drawDelay(sandbox, progress), progress, settings);
  const exchange = createExchange(sandbox, progress, reply, failure, time);
  recordExchange(sandbox, exchange);
  return { exchange, reply };
}

function respond(
  sandbox: Sandbox,
  progress: Progress,
  refusal: Refusal | undefined,
  time: number,
  settings: ReplySettings,
): ServiceResponse {
  const { request, notes } = progress;
  const path = parseServicePath(request.path)?.path ?? '';
  const resource = findResource(path);
  if (refusal === undefined && needsNoKey(request, path)) {
    return createOptionsResponse(request, resource, settings);
  }
  progress.requested = findOperation(resource, request.method);
  throwRefusal(refusal, progress);
  const operation = requireOperation(resource, request.method, path, notes);
  progress.operation = operation;
  if (operation.deprecated) {
    const { name, section } = operation;
    addNote(notes, { kind: 'deprecated', operation: name, section });
  }
  const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
  chooseScenario(sandbox, progress, operation, query);
  const { choices } = sandbox.settings;
  const forced = createForcedResponse(operation, progress.scenario, notes, choices);
  if (forced !== undefined) {
    return forced;
  }
  return operationHandlers[operation.name]({
    request,
    operation,
    pathParameter: resource?.pathParameter ?? '',
    query,
    sandbox,
    time,
    choose: (point) => choose(notes, point, choices),
    noteViolation: (section) => addNote(notes, { kind: 'violation', section }),
  });
}

function throwRefusal(refusal: Refusal | undefined, { notes }: Progress): void {
  if (refusal === undefined) {
    return;
  }
  if ('code' in refusal) {
    throw new SimulatorError(refusal.code, refusal.message);
  }
  addNote(notes, { kind: 'violation', section: refusal.section });
  throw new ServiceError(refusal.error, refusal.message);
}

/** Chooses the scenario: that of the request or, if it asks for none, of the rule that applies. */
function chooseScenario(
  { rules, seed }: Sandbox,
  progress: Progress,
  operation: Operation,
  query: URLSearchParams,
): void {
  const { request } = progress;
  const asked = readPreferences(request.headers[preferField], query);
  checkScenario(operation, asked);
  // Only now: a refusal applies nothing.
  progress.scenario = asked;
  if (asked === noPreferences && rules.length > 0) {
    progress.rule = applyRules(rules, seed, operation, request);
    progress.scenario = progress.rule ?? asked;
  }
}

/** The delay of a reply: what the scenario asks for, or else a seeded latency. */
function drawDelay(sandbox: Sandbox, { scenario }: Progress): number {
  const { latency } = sandbox.settings;
  const { fault, delay = fault === 'hang' ? maxDelay : undefined } = scenario;
  // Over its delay, a body dribbles.
  if (delay !== undefined && fault !== 'dribble') {
    return delay;
  }
  if (latency.to === 0) {
    return 0;
  }
  sandbox.latencyDraws += 1;
  return drawLatency(latency, sandbox.seed, sandbox.latencyDraws);
}

let lastInstant = { time: Number.NaN, text: '' };

/** Many exchanges have the same millisecond. */
function formatInstant(time: number): string {
  if (lastInstant.time !== time) {
    lastInstant = { time, text: new Date(time).toISOString() };
  }
  return lastInstant.text;
}

function createExchange(
  sandbox: Sandbox,
  { request, requested, notes, rule }: Progress,
  reply: Reply,
  failure: ServiceError | SimulatorError | undefined,
  time: number,
): Exchange {
  const { method, path, query, headers, body, bodyProblem } = request;
  const responseHeaders: Record<string, string> = {};
  for (const [name, value] of reply.headers) {
    const key = name.toLowerCase();
    const known = responseHeaders[key];
    responseHeaders[key] = known === undefined ? value : `${known}, ${value}`;
  }
  const responseBody = method === 'HEAD' || reply.body === '' ? undefined : reply.body;
  return {
    number: sandbox.total + 1,
    time: formatInstant(time),
    sandbox: sandbox.name,
    test: sandbox.test,
    operation: requested?.name,
    method,
    path,
    query,
    headers,
    body: body?.slice(0, maxKeptBody),
    bodyCut: bodyProblem !== undefined || (body?.length ?? 0) > maxKeptBody,
    status: reply.status,
    message: failure?.message,
    responseHeaders,
    responseBody: responseBody?.slice(0, maxKeptBody),
    responseBodyCut: (responseBody?.length ?? 0) > maxKeptBody,
    notes,
    allow: sandbox.settings.allow,
    needs: sandbox.settings.needs,
    rule: rule?.id,
  };
}
