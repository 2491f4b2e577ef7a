import { type Note, Notes } from './choices/notes.js';
import { ServiceError, SimulatorError, writeError } from './interface/errors.js';
import {
  createCorsHeaders,
  isPreflight,
  preferHeader,
  sandboxHeader,
} from './interface/headers.js';
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
  type Resource,
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
import { Journal } from './sandbox/journal.js';
import { createKeptExchange, type Outcome } from './sandbox/journal-entry.js';
import { JournalMemory } from './sandbox/journal-memory.js';
import { drawLatency } from './sandbox/latency.js';
import type { LogEntry } from './sandbox/log-entry.js';
import {
  maxDelay,
  noPreferences,
  type Preferences,
  readPreferences,
} from './sandbox/preferences.js';
import { type Rule, tryRules } from './sandbox/rules.js';
import { defaultSandbox, type Sandbox } from './sandbox/sandbox.js';
import { checkScenario, createForcedResponse } from './sandbox/scenarios.js';
import {
  parseServicePath,
  readSandboxFromKey,
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

/** What was decided for one request: its reply, and how the sandbox will change. */
export interface Decision {
  readonly request: ServiceRequest;
  readonly reply: Reply;
  readonly sandbox: Sandbox;
  /** Whether the sandbox is created if it doesn't exist. */
  readonly creates: boolean;
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

/** The sandbox that a request concerns. */
export interface Target {
  readonly sandbox: string;
  /** Whether the request creates it: a client without a key creates no sandbox, and pushes none out. */
  readonly creates: boolean;
  /** Relative to the base URL; undefined when it isn't a path of the service. */
  readonly path: string | undefined;
  readonly resource: Resource | undefined;
  /** Why the request is refused, if it is refused so early. */
  readonly refusal: unknown;
}

/** Finds the sandbox of a request and authenticates: the key may select one, so the two are one step. */
export function findTarget(request: ServiceRequest, settings: ExchangeSettings): Target {
  const servicePath = parseServicePath(request.path);
  if (servicePath === undefined) {
    const refusal = createPathError(request.path);
    const path = undefined;
    return { sandbox: defaultSandbox, creates: true, path, resource: undefined, refusal };
  }
  const { path, sandbox: inPath } = servicePath;
  const resource = findResource(path);
  if (asksForOptions(request, resource)) {
    return { sandbox: defaultSandbox, creates: true, path, resource, refusal: undefined };
  }
  const header = request.header(sandboxField);
  let key: string | undefined;
  try {
    key = readSandboxFromKey(request.header('authorization'), settings.apiKeys);
  } catch (refusal) {
    const sandbox = selectSandboxWithoutKey(inPath, header);
    return { sandbox, creates: sandbox === defaultSandbox, path, resource, refusal };
  }
  try {
    const sandbox = selectSandbox({ key, path: inPath, header });
    return { sandbox, creates: true, path, resource, refusal: undefined };
  } catch (refusal) {
    return { sandbox: defaultSandbox, creates: true, path, resource, refusal };
  }
}

function asksForOptions(request: ServiceRequest, resource: Resource | undefined): boolean {
  return request.method === 'OPTIONS' && (resource !== undefined || isPreflight(request));
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
  let failure: unknown;
  try {
    response = decideResponse(progress, target, settings);
  } catch (error) {
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
    message:
      failure instanceof ServiceError || failure instanceof SimulatorError
        ? failure.message
        : undefined,
    notes: progress.notes.list(),
    allow: sandbox.allow,
    needs: sandbox.needs,
    rule: progress.rule,
    test: sandbox.test,
  };
  const { changes } = progress;
  return { request, reply, sandbox, creates: target.creates, changes, outcome };
}

/** Applies the changes of a decision that was made just now, and records the exchange. */
export function commit(decision: Decision): Exchange {
  const { request, reply, sandbox, changes, outcome } = decision;
  for (const change of changes) {
    applyChange(sandbox, change);
  }
  return createExchange(decision, sandbox.journal.add(request, outcome, reply));
}

/** Creates the entry for a decision, so that it is applied as one in place of `commit`. */
export function createLogEntry({ request, reply, sandbox, changes, outcome }: Decision): LogEntry {
  const exchange = createKeptExchange(sandbox.journal.total + 1, request, outcome, reply);
  return { time: exchange.time, changes, exchange };
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
  const reply = {
    status,
    headers: createCorsHeaders(request, settings),
    body: writeError(code, message, status),
    delay: 0,
    fault: undefined,
  };
  const journal = new Journal(0, new JournalMemory(0), () => {});
  const operation = undefined;
  return { request, reply, sandbox, operation, notes: [], changes: [], journal, number: 0 };
}

/** Decides the response, and collects the changes that go with it. */
function decideResponse(
  progress: Progress,
  { path, resource, refusal }: Target,
  settings: ExchangeSettings,
): ServiceResponse {
  const { request, notes, changes, sandbox } = progress;
  if (path === undefined) {
    notes.violation(versionSection);
    throw refusal;
  }
  if (asksForOptions(request, resource)) {
    return createOptionsResponse(request, resource, settings);
  }
  progress.requested = findOperation(resource, request.method);
  if (refusal !== undefined) {
    if (refusal instanceof ServiceError) {
      notes.violation('5');
    }
    throw refusal;
  }
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
