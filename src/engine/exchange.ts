import type { Exchange, ServiceRequest } from './message.js';
import type { Progress } from './progress.js';
import { describeResource, writeReply } from './reply.js';
import { type Answer, type Call, callOf } from './service/call.js';
import { createPet } from './service/create-pet.js';
import { ServiceError } from './service/errors.js';
import { getPet } from './service/get-pet.js';
import { listPets } from './service/list-pets.js';
import type { OperationName } from './service/operations.js';
import {
  findOperation,
  findResource,
  noSuchPath,
  operationOf,
  versionSection,
} from './service/route.js';
import type { EngineSettings } from './settings.js';
import { type Address, readAddress } from './simulation/address.js';
import { isPreflight } from './simulation/cors.js';
import { preferHeader, sandboxHeader } from './simulation/headers.js';
import { Notes } from './simulation/notes.js';
import { readPreferences } from './simulation/preferences.js';
import { Refusal, type RefusalCode } from './simulation/refusals.js';
import type { Sandbox } from './simulation/sandbox.js';
import { sandboxOfKey, sandboxWithoutKey, selectSandbox } from './simulation/sandbox-selection.js';
import { defaultSandbox, type Sandboxes } from './simulation/sandboxes.js';
import { forcedAnswer } from './simulation/scenario.js';

const preferField = preferHeader.toLowerCase();
const sandboxField = sandboxHeader.toLowerCase();

const handlers: Record<OperationName, (call: Call) => Answer> = { listPets, createPet, getPet };

/**
 * The way of one request:
 * pick sandbox → authenticate → scenario → validate → operate → reply → journal.
 */
export function exchange(
  request: ServiceRequest,
  settings: EngineSettings,
  sandboxes: Sandboxes,
): Exchange {
  const progress: Progress = {
    request,
    notes: new Notes(),
    sandbox: sandboxes.use(defaultSandbox),
    preferences: {},
    ruled: false,
  };
  let outcome: Answer | { readonly error: unknown };
  try {
    outcome = answer(progress, settings, sandboxes);
  } catch (error) {
    outcome = { error };
  }
  const reply = writeReply(outcome, progress, settings);
  const { sandbox, called } = progress;
  const operation = called?.name;
  const notes = progress.notes.list();
  if (!request.ownCall) {
    const error = 'error' in outcome ? outcome.error : undefined;
    sandbox.journal.add(request, {
      sandbox: sandbox.name,
      operation,
      status: reply.status,
      refusal: refusalOf(error),
      message: saidBy(error),
      notes,
      intended: sandbox.intended,
    });
  }
  return { request, reply, sandbox: sandbox.name, operation, notes };
}

/** What an error tells the client; a defect tells it nothing. */
function saidBy(error: unknown): string | undefined {
  return error instanceof ServiceError || error instanceof Refusal ? error.message : undefined;
}

/** How the simulator itself refused, if it did. */
function refusalOf(error: unknown): RefusalCode | undefined {
  return error instanceof Refusal ? error.code : undefined;
}

function answer(progress: Progress, settings: EngineSettings, sandboxes: Sandboxes): Answer {
  const { request, notes } = progress;
  const address = readAddress(request.path);
  if (address === undefined) {
    notes.violation(versionSection);
    throw noSuchPath(request.path);
  }
  const resource = findResource(address.path);
  const describable = resource !== undefined || isPreflight(request);
  if (request.method === 'OPTIONS' && describable) {
    return describeResource(request, resource, settings);
  }
  progress.called = operationOf(resource, request.method);
  progress.sandbox = pickSandbox(progress, address, settings, sandboxes);
  const { sandbox } = progress;
  const operation = findOperation(resource, request.method, address.path, notes);
  progress.operation = operation;
  notes.operation(operation);

  const query = new URLSearchParams(request.query);
  const asked = readPreferences(request.header(preferField), query);
  // A header goes before a rule, which then isn't used up; so does the simulator itself.
  const ruled =
    Object.keys(asked).length === 0 && !request.ownCall
      ? sandbox.rules.take(operation, request)
      : undefined;
  const preferences = ruled ?? asked;
  const forced = forcedAnswer(operation, preferences, notes, sandbox.choices);
  // Only now: of a refusal, none was applied.
  progress.preferences = preferences;
  progress.ruled = ruled !== undefined;
  const call = callOf({ request, operation, resource, query, sandbox, notes });
  return forced ?? handlers[operation.name](call);
}

/** Picks the sandbox and authenticates: the key may select one, so the two are one step. */
function pickSandbox(
  progress: Progress,
  address: Address,
  settings: EngineSettings,
  sandboxes: Sandboxes,
): Sandbox {
  const { request, notes } = progress;
  const header = request.header(sandboxField);
  let key: string | undefined;
  try {
    key = sandboxOfKey(request.header('authorization'), settings.apiKeys);
  } catch (error) {
    notes.violation('5');
    // Who has no key makes no sandbox, and pushes none out.
    progress.sandbox = sandboxes.peek(sandboxWithoutKey(address.sandbox, header));
    throw error;
  }
  return sandboxes.use(selectSandbox({ key, path: address.sandbox, header }));
}
