import { ServiceError, SimulatorError } from '../document/errors.js';
import { isPreflight, preferHeader } from '../document/headers.js';
import type { Reply, ServiceResponse } from '../document/message.js';
import { type Choices, resolveChoices } from '../document/open-points.js';
import { findOperation, type Operation } from '../document/operations.js';
import { type AdmittedRequest, needsNoKey, type Refusal } from './admit.js';
import { type Call, choose, noteViolation, type ReplySettings } from './call.js';
import { checkResponse, type ServiceReply } from './check.js';
import type { JournalEntry } from './exchange.js';
import { createEntry, recordEntry } from './journal.js';
import { operationSteps } from './operations/steps.js';
import { readPreferences } from './preferences.js';
import { createErrorResponse, createOptionsResponse, createReply } from './reply.js';
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

/** A request of the service, on its way to its sandbox. */
export interface RequestCommand extends AdmittedRequest {
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
}

/** @param choices decide how the request is read and answered */
function createCall(
  sandbox: Sandbox,
  command: RequestCommand,
  choices: Choices,
  settings: ReplySettings,
): Call {
  const { request, target, refusal, time } = command;
  // Named one by one: copying an object takes as long as the rest of a call.
  return {
    request,
    target,
    refusal,
    time,
    sandbox,
    query: request.query === '' ? noQuery : new URLSearchParams(request.query),
    operation: findOperation(target?.resource, request.method),
    choices,
    settings,
    notes: [],
    scenario: noScenario,
    rule: undefined,
  };
}

/** Completes an exchange with the response, or the error, that a function decides on: reply → journal. */
function attempt(call: Call, respond: () => ServiceResponse): Answer {
  let response: ServiceResponse;
  let message: string | undefined;
  try {
    response = respond();
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SimulatorError)) {
      throw error;
    }
    ({ message } = error);
    response = createErrorResponse(error, call);
  }
  const reply = createReply(call, response);
  const entry = createEntry(call, reply, message);
  recordEntry(call.sandbox, entry);
  return { entry, reply };
}

/** Whether a service that routes before it looks at the key finds no route. */
const isUnrouted = ({ operation, target, choices }: Call) =>
  operation === undefined ||
  (choices['keyless-path'] === 'malformed-id' && /[^0-9]/.test(target?.petId ?? ''));

/**
 * Answers a request, and records the exchange: scenario → read → run → reply → journal. Like `control`,
 * it decides and applies in place, and is deterministic: an equal sandbox and an equal command give an equal
 * result, so a list of commands is enough to share a sandbox.
 */
export function handle(sandbox: Sandbox, command: RequestCommand, settings: ReplySettings): Answer {
  const call = createCall(sandbox, command, sandbox.settings.choices, settings);
  return attempt(call, () => {
    const { request, target, refusal, operation, notes } = call;
    if (refusal !== undefined) {
      const isKeyless = 'error' in refusal && refusal.error === 'unauthorized';
      if (target !== undefined && isKeyless && isUnrouted(call)) {
        if (choose(call, 'keyless-path') !== 'unauthorized') {
          const found = operation === undefined ? target : { ...target, resource: undefined };
          throw createRouteError(found, request.method, notes);
        }
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
  });
}

/** In front of a service, requests are read to the end, whatever open points they use. */
const lenient = resolveChoices('lenient');

async function respondInFront(
  call: Call,
  forward: () => Promise<ServiceReply>,
): Promise<ServiceResponse> {
  const { refusal, operation, request, settings } = call;
  if (refusal !== undefined) {
    throw createRefusedError(call, refusal);
  }
  // Browsers call the simulator, whose origin the service need not know.
  if (isPreflight(request) && settings.corsOrigins.length > 0) {
    return createOptionsResponse(call);
  }
  const forced = operation && force(call, operation);
  if (operation !== undefined && (forced ?? call.scenario.fault) !== undefined) {
    return forced ?? operate(call, operation);
  }
  const reply = await forward();
  checkResponse(call, reply);
  return { ...reply, body: new TextDecoder().decode(reply.decoded) };
}

/**
 * Answers a request in front of a service: scenario → forward → check → reply → journal.
 *
 * @param forward sends the request to the service
 */
export async function handleInFront(
  sandbox: Sandbox,
  command: RequestCommand,
  settings: ReplySettings,
  forward: () => Promise<ServiceReply>,
): Promise<Answer> {
  // An error that is forced looks like those of the service.
  const { 'error-codes': codes } = sandbox.settings.choices;
  const call = createCall(sandbox, command, { ...lenient, 'error-codes': codes }, settings);
  const respond = await respondInFront(call, forward).then(
    (response) => () => response,
    (error) => () => {
      throw error;
    },
  );
  return attempt(call, respond);
}

/** Forces a response, if the request or a rule asks for one. */
function force(call: Call, operation: Operation): ServiceResponse | undefined {
  const { name, section, deprecated } = operation;
  if (deprecated) {
    call.notes.push({ kind: 'deprecated', operation: name, section });
  }
  chooseScenario(call, operation);
  return createForcedResponse(call, operation);
}

function operate(call: Call, operation: Operation): ServiceResponse {
  const { read, run } = operationSteps[operation.name];
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
