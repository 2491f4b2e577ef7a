import { type Note, Notes } from './choices/notes.js';
import { ServiceError, SimulatorError } from './interface/errors.js';
import { isPreflight, preferHeader, sandboxHeader } from './interface/headers.js';
import type { Reply, ServiceRequest, ServiceResponse } from './interface/message.js';
import { type OperationName, versionSection } from './interface/operations.js';
import type { Call, OperationResult } from './operations/call.js';
import { createPet } from './operations/create-pet.js';
import { getPet } from './operations/get-pet.js';
import { listPets } from './operations/list-pets.js';
import {
  createPathError,
  findOperation,
  findResource,
  requireOperation,
} from './operations/route.js';
import {
  createErrorResponse,
  createOptionsResponse,
  createReply,
  type Progress,
  type ReplySettings,
} from './reply.js';
import type { Change } from './sandbox/change.js';
import { applyChange } from './sandbox/changes.js';
import type { Journal } from './sandbox/journal.js';
import { drawLatency } from './sandbox/latency.js';
import {
  maxDelay,
  noPreferences,
  type Preferences,
  readPreferences,
} from './sandbox/preferences.js';
import { type Rule, tryRules } from './sandbox/rules.js';
import { defaultSandbox, type Sandbox, type Sandboxes } from './sandbox/sandbox.js';
import { checkScenario, createForcedResponse } from './sandbox/scenarios.js';
import {
  parseServicePath,
  readSandboxFromKey,
  type ServicePath,
  selectSandbox,
  selectSandboxWithoutKey,
} from './sandbox/selection.js';

const preferField = preferHeader.toLowerCase();
const sandboxField = sandboxHeader.toLowerCase();

const operationHandlers: Record<OperationName, (call: Call) => OperationResult> = {
  listPets,
  createPet,
  getPet,
};

const noQuery = new URLSearchParams();

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
 * Handles one request:
 * pick sandbox → authenticate → scenario → validate → operate → apply changes → reply → journal.
 */
export function exchange(
  request: ServiceRequest,
  settings: ExchangeSettings,
  sandboxes: Sandboxes,
): Exchange {
  const progress: Progress = {
    request,
    notes: new Notes(),
    changes: [],
    sandbox: sandboxes.getOrCreate(defaultSandbox),
    scenario: noPreferences,
  };
  let response: ServiceResponse;
  let failure: unknown;
  try {
    response = decideResponse(progress, settings, sandboxes);
  } catch (error) {
    failure = error;
    response = createErrorResponse(error, progress);
  }
  const delay = drawDelay(progress);
  const { sandbox, requested, changes } = progress;
  for (const change of changes) {
    applyChange(sandbox, change);
  }
  const reply = createReply(response, delay, progress, settings);
  const operation = requested?.name;
  const notes = progress.notes.list();
  const { journal } = sandbox;
  const outcome = {
    sandbox: sandbox.name,
    operation,
    status: reply.status,
    refusal: failure instanceof SimulatorError ? failure.code : undefined,
    message:
      failure instanceof ServiceError || failure instanceof SimulatorError
        ? failure.message
        : undefined,
    notes,
    allow: sandbox.allow,
    rule: progress.rule,
    test: sandbox.test,
  };
  const number = journal.add(request, outcome, reply);
  return { request, reply, sandbox: sandbox.name, operation, notes, changes, journal, number };
}

/** Decides the response, and collects the changes that go with it. */
function decideResponse(
  progress: Progress,
  settings: ExchangeSettings,
  sandboxes: Sandboxes,
): ServiceResponse {
  const { request, notes, changes } = progress;
  const servicePath = parseServicePath(request.path);
  if (servicePath === undefined) {
    notes.violation(versionSection);
    throw createPathError(request.path);
  }
  const { path } = servicePath;
  const resource = findResource(path);
  if (request.method === 'OPTIONS' && (resource !== undefined || isPreflight(request))) {
    return createOptionsResponse(request, resource, settings);
  }
  progress.requested = findOperation(resource, request.method);
  progress.sandbox = pickSandbox(progress, servicePath, settings, sandboxes);
  const { sandbox } = progress;
  const operation = requireOperation(resource, request.method, path, notes);
  progress.operation = operation;
  notes.operation(operation);

  const query = request.query === '' ? noQuery : new URLSearchParams(request.query);
  const asked = readPreferences(request.header(preferField), query);
  checkScenario(operation, asked);
  // Only now: a refusal applies nothing.
  const rule = pickRule(progress, asked);
  progress.rule = rule?.id;
  progress.scenario = rule?.scenario ?? asked;
  const forced = createForcedResponse(operation, progress.scenario, notes, sandbox.choices);
  if (forced !== undefined) {
    return forced;
  }
  const pathParameter = resource?.pathParameter ?? '';
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

/** Picks the sandbox and authenticates: the key may select one, so the two are one step. */
function pickSandbox(
  progress: Progress,
  { sandbox: path }: ServicePath,
  settings: ExchangeSettings,
  sandboxes: Sandboxes,
): Sandbox {
  const { request, notes } = progress;
  const header = request.header(sandboxField);
  let key: string | undefined;
  try {
    key = readSandboxFromKey(request.header('authorization'), settings.apiKeys);
  } catch (error) {
    notes.violation('5');
    // A client without a key creates no sandbox, and pushes none out.
    progress.sandbox = sandboxes.peek(selectSandboxWithoutKey(path, header));
    throw error;
  }
  return sandboxes.getOrCreate(selectSandbox({ key, path, header }));
}

/** Picks the rule that applies; a request's own preferences win, and leave the rule unused. */
function pickRule(progress: Progress, asked: Preferences): Rule | undefined {
  const { request, operation, sandbox, changes } = progress;
  if (asked !== noPreferences || operation === undefined || sandbox.rules.length === 0) {
    return undefined;
  }
  const { rule, tries } = tryRules(sandbox.rules, sandbox.start.seed, operation, request);
  if (tries.length > 0) {
    changes.push({ type: 'rules-tried', tries });
  }
  return rule;
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
