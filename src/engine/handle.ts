import { ServiceError, SimulatorError } from '../document/errors.js';
import { preferHeader } from '../document/headers.js';
import type { Reply, ServiceResponse } from '../document/message.js';
import { findOperation, type Operation, type OperationName } from '../document/operations.js';
import { type AdmittedRequest, needsNoKey, type Refusal } from './admit.js';
import { type Call, choose, noteViolation } from './call.js';
import type { JournalEntry } from './exchange.js';
import { createEntry, recordEntry } from './journal.js';
import type { OperationSteps } from './operations/common.js';
import { createPet } from './operations/create-pet.js';
import { getPet } from './operations/get-pet.js';
import { listPets } from './operations/list-pets.js';
import { readPreferences } from './preferences.js';
import {
  createErrorResponse,
  createOptionsResponse,
  createReply,
  type ReplySettings,
} from './reply.js';
import { createRouteError, type Target } from './route.js';
import { applyRules } from './rules.js';
import type { Sandbox } from './sandbox.js';
import { noScenario } from './scenario.js';
import { checkScenario, createForcedResponse } from './scenarios.js';

/** The answer to a request, and the record of it. */
export interface Answer {
  readonly entry: JournalEntry;
  readonly reply: Reply;
}

const preferField = preferHeader.toLowerCase();
const noQuery = new URLSearchParams();
const steps: Readonly<Record<OperationName, OperationSteps<unknown>>> = {
  listPets,
  createPet,
  getPet,
};

/** A request of the service, on its way to its sandbox. */
export interface RequestCommand extends AdmittedRequest {
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Answers a request, and records the exchange: scenario → read → run → reply → journal. Like `control`,
 * it decides and applies in place, and is deterministic: an equal sandbox and an equal command give an equal
 * result, so a list of commands is enough to share a sandbox.
 */
export function handle(sandbox: Sandbox, command: RequestCommand, settings: ReplySettings): Answer {
  const { request, target, refusal, time } = command;
  // Named one by one: copying an object takes as long as the rest of a call.
  const call: Call = {
    sandbox,
    request,
    target,
    refusal,
    time,
    query: request.query === '' ? noQuery : new URLSearchParams(request.query),
    operation: findOperation(target?.resource, request.method),
    notes: [],
    own: settings,
    scenario: noScenario,
    rule: undefined,
  };
  let response: ServiceResponse;
  let message: string | undefined;
  try {
    response = respond(call, settings);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SimulatorError)) {
      throw error;
    }
    ({ message } = error);
    response = createErrorResponse(error, call);
  }
  const reply = createReply(call, response, settings);
  const entry = createEntry(call, reply, message);
  recordEntry(sandbox, entry);
  return { entry, reply };
}

function respond(call: Call, settings: ReplySettings): ServiceResponse {
  const { request, target, refusal, operation, notes } = call;
  if (refusal !== undefined) {
    const isKeyless = 'error' in refusal && refusal.error === 'unauthorized';
    if (target !== undefined && operation === undefined && isKeyless) {
      if (choose(call, 'keyless-path') === 'not-found') {
        throw createRouteError(target, request.method, notes);
      }
    }
    throw createRefusedError(call, refusal);
  }
  if (needsNoKey(request, target)) {
    return createOptionsResponse(call, settings);
  }
  if (operation === undefined) {
    throw createRouteError(target as Target, request.method, notes);
  }
  const { name, section, deprecated } = operation;
  if (deprecated) {
    notes.push({ kind: 'deprecated', operation: name, section });
  }
  chooseScenario(call, operation);
  const forced = createForcedResponse(call, operation);
  if (forced !== undefined) {
    return forced;
  }
  const { read, run } = steps[name];
  return run(call, read(call, operation));
}

function createRefusedError(call: Call, refusal: Refusal): ServiceError | SimulatorError {
  if ('code' in refusal) {
    return new SimulatorError(refusal.code, refusal.message);
  }
  noteViolation(call, refusal.section);
  return new ServiceError(refusal.error, refusal.message);
}

/**
 * Chooses the scenario: that of the request or, if it asks for none, of the rule that applies.
 *
 * @throws {SimulatorError} when the request asks for what can't be forced; then nothing applies
 */
function chooseScenario(call: Call, operation: Operation): void {
  const { sandbox, request, query } = call;
  const asked = readPreferences(request.headers[preferField], query);
  if (asked !== undefined) {
    checkScenario(operation, asked);
    call.scenario = asked;
  } else if (sandbox.rules.length > 0) {
    call.rule = applyRules(sandbox, operation, request);
    call.scenario = call.rule ?? noScenario;
  }
}
