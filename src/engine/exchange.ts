import { type Note, Notes } from './choices/notes.js';
import { ServiceError, SimulatorError, writeError } from './interface/errors.js';
import { createCorsHeaders, notesHeader, preferHeader } from './interface/headers.js';
import type { Reply, ServiceRequest, ServiceResponse } from './interface/message.js';
import { type Operation, type OperationName, versionSection } from './interface/operations.js';
import type { Call, OperationResult } from './operations/call.js';
import { createPet } from './operations/create-pet.js';
import { getPet } from './operations/get-pet.js';
import { listPets } from './operations/list-pets.js';
import { findOperation, requireOperation } from './operations/route.js';
import {
  createErrorResponse,
  createOptionsResponse,
  createReply,
  type Progress,
  type ReplySettings,
} from './reply.js';
import type { Change } from './sandbox/change.js';
import { applyChange } from './sandbox/changes.js';
import { Journal } from './sandbox/journal.js';
import type { Outcome } from './sandbox/journal-entry.js';
import { JournalMemory } from './sandbox/journal-memory.js';
import { drawLatency } from './sandbox/latency.js';
import { maxDelay, noPreferences, readPreferences } from './sandbox/preferences.js';
import { tryRules } from './sandbox/rules.js';
import type { Sandbox } from './sandbox/sandbox.js';
import { checkScenario, createForcedResponse } from './sandbox/scenarios.js';
import { asksForOptions, type Target } from './target.js';

const preferField = preferHeader.toLowerCase();

const operationHandlers: Record<OperationName, (call: Call) => OperationResult> = {
  listPets,
  createPet,
  getPet,
};

const authenticationSection = '5';
const noQuery = new URLSearchParams();

/** What was decided for one request: its reply, and how the sandbox will change. */
export interface Decision {
  readonly request: ServiceRequest;
  readonly reply: Reply;
  readonly sandbox: Sandbox;
  readonly changes: readonly Change[];
  readonly outcome: Outcome;
}

/** One request with its reply and notes. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly reply: Reply;
  readonly sandbox: string;
  readonly operation: OperationName | undefined;
  readonly notes: readonly Note[];
  /** The changes of the sandbox, which are applied already. */
  readonly changes: readonly Change[];
  /** The journal that recorded it. */
  readonly journal: Journal;
  /** Its number in the journal. */
  readonly number: number;
}

export interface ExchangeSettings extends ReplySettings {
  readonly apiKeys: readonly string[];
}

/**
 * Decides one request, and changes nothing:
 * authenticate → scenario → validate → operate → reply.
 *
 * @param sandbox that of the target
 */
export function decide(
  request: ServiceRequest,
  target: Target,
  sandbox: Sandbox,
  settings: ExchangeSettings,
): Decision {
  const progress: Progress = {
    request,
    notes: new Notes(),
    changes: [],
    sandbox,
    scenario: noPreferences,
  };
  let response: ServiceResponse;
  let failure: ServiceError | SimulatorError | undefined;
  try {
    response = decideResponse(progress, target, settings);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SimulatorError)) {
      throw error;
    }
    failure = error;
    response = createErrorResponse(error, progress);
  }
  const delay = drawDelay(progress);
  const reply = createReply(response, delay, progress, settings);
  const outcome = {
    sandbox: sandbox.name,
    operation: progress.requested?.name,
    status: reply.status,
    refusal: failure instanceof SimulatorError ? failure.code : undefined,
    message: failure?.message,
    notes: progress.notes.list(),
    allow: sandbox.allow,
    needs: sandbox.needs,
    rule: progress.rule,
    test: sandbox.test,
  };
  const { changes } = progress;
  return { request, reply, sandbox, changes, outcome };
}

/** Applies the changes of a decision that was made just now, and records the exchange. */
export function commit(decision: Decision): Exchange {
  const { request, reply, sandbox, changes, outcome } = decision;
  for (const change of changes) {
    applyChange(sandbox, change);
  }
  return createExchange(decision, sandbox.journal.add(request, outcome, reply));
}

/** Creates the exchange of a decision that is applied and recorded. */
export function createExchange(
  { request, reply, sandbox: { name: sandbox, journal }, changes, outcome }: Decision,
  number: number,
): Exchange {
  const { operation, notes } = outcome;
  return { request, reply, sandbox, operation, notes, changes, journal, number };
}

/** Creates the exchange of a request that the simulator refuses, since it can't reach the sandboxes. */
export function refuseExchange(
  request: ServiceRequest,
  { sandbox }: Target,
  { code, message, status }: SimulatorError,
  settings: ExchangeSettings,
): Exchange {
  const notes = new Notes();
  notes.refuse(code);
  const reply = {
    status,
    headers: [[notesHeader, notes.write()], ...createCorsHeaders(request, settings)] as const,
    body: writeError(code, message, status),
    delay: 0,
    fault: undefined,
  };
  const journal = new Journal(0, new JournalMemory(0), () => {});
  const operation = undefined;
  return {
    request,
    reply,
    sandbox,
    operation,
    notes: notes.list(),
    changes: [],
    journal,
    number: 0,
  };
}

/** Decides the response, and collects the changes that go with it. */
function decideResponse(
  progress: Progress,
  target: Target,
  settings: ExchangeSettings,
): ServiceResponse {
  const { request } = progress;
  const { path, resource } = target;
  if (path !== undefined && asksForOptions(request, resource)) {
    return createOptionsResponse(request, resource, settings);
  }
  const operation = admitRequest(progress, target);
  const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
  chooseScenario(progress, operation, query);
  const { notes, sandbox, scenario } = progress;
  return (
    createForcedResponse(operation, scenario, notes, sandbox.choices) ??
    runOperation(progress, operation, resource?.pathParameter ?? '', query)
  );
}

/**
 * Returns the operation of a request.
 *
 * @throws {ServiceError} when the request has none, or no valid key
 * @throws {SimulatorError} when the simulator can't tell what the request wants
 */
function admitRequest(progress: Progress, { path, resource, refusal }: Target): Operation {
  const { request, notes } = progress;
  progress.requested = findOperation(resource, request.method);
  if (path === undefined || refusal !== undefined) {
    if (refusal instanceof ServiceError) {
      notes.violation(path === undefined ? versionSection : authenticationSection);
    }
    throw refusal;
  }
  const operation = requireOperation(resource, request.method, path, notes);
  progress.operation = operation;
  notes.operation(operation);
  return operation;
}

/** Chooses the scenario: that of the request or, if it asks for none, of the rule that applies. */
function chooseScenario(progress: Progress, operation: Operation, query: URLSearchParams): void {
  const { request, sandbox, changes } = progress;
  const asked = readPreferences(request.header(preferField), query);
  checkScenario(operation, asked);
  // Only now: a refusal applies nothing.
  progress.scenario = asked;
  if (asked === noPreferences && sandbox.rules.length > 0) {
    const { rule, tries } = tryRules(sandbox.rules, sandbox.start.seed, operation, request);
    if (tries.length > 0) {
      changes.push({ type: 'rules-tried', tries });
    }
    progress.rule = rule?.id;
    progress.scenario = rule?.scenario ?? asked;
  }
}

function runOperation(
  { request, notes, changes, sandbox }: Progress,
  operation: Operation,
  pathParameter: string,
  query: URLSearchParams,
): ServiceResponse {
  const result = operationHandlers[operation.name]({
    request,
    operation,
    pathParameter,
    query,
    sandbox,
    notes,
    choose: (point) => notes.choose(point, sandbox.choices),
  });
  changes.push(...(result.changes ?? []));
  return result;
}

/** The delay of a reply: what the scenario asks for, or else a seeded latency. */
function drawDelay({ scenario, sandbox, changes }: Progress): number {
  const { latency, start, answered } = sandbox;
  const { fault, delay = fault === 'hang' ? maxDelay : undefined } = scenario;
  // Over its delay, a body dribbles.
  if (delay !== undefined && fault !== 'dribble') {
    return delay;
  }
  if (latency.to === 0) {
    return 0;
  }
  changes.push({ type: 'latency-drawn' });
  return drawLatency(latency, start.seed, answered + 1);
}
