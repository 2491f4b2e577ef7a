import { Notes } from './choices/notes.js';
import { ServiceError, SimulatorError, type SimulatorErrorCode } from './interface/errors.js';
import { isPreflight, preferHeader, sandboxHeader } from './interface/headers.js';
import type { Exchange, ServiceRequest } from './interface/message.js';
import type { OperationName } from './interface/operations.js';
import { type Answer, type Call, callOf } from './operations/call.js';
import { createPet } from './operations/create-pet.js';
import { getPet } from './operations/get-pet.js';
import { listPets } from './operations/list-pets.js';
import {
  findOperation,
  findResource,
  noSuchPath,
  operationOf,
  versionSection,
} from './operations/route.js';
import { describeResource, type Progress, writeReply } from './reply.js';
import { readPreferences } from './sandbox/preferences.js';
import type { Sandbox } from './sandbox/sandbox.js';
import { defaultSandbox, type Sandboxes } from './sandbox/sandboxes.js';
import { forcedAnswer } from './sandbox/scenarios.js';
import {
  type Address,
  readAddress,
  readSandboxFromKey,
  sandboxWithoutKey,
  selectSandbox,
} from './sandbox/selection.js';
import type { EngineSettings } from './settings.js';

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
    sandbox: sandboxes.getOrCreate(defaultSandbox),
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
      allow: sandbox.allow,
    });
  }
  return { request, reply, sandbox: sandbox.name, operation, notes };
}

/** What an error tells the client; a defect tells it nothing. */
function saidBy(error: unknown): string | undefined {
  return error instanceof ServiceError || error instanceof SimulatorError
    ? error.message
    : undefined;
}

/** How the simulator itself refused, if it did. */
function refusalOf(error: unknown): SimulatorErrorCode | undefined {
  return error instanceof SimulatorError ? error.code : undefined;
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
    key = readSandboxFromKey(request.header('authorization'), settings.apiKeys);
  } catch (error) {
    notes.violation('5');
    // Who has no key makes no sandbox, and pushes none out.
    progress.sandbox = sandboxes.peek(sandboxWithoutKey(address.sandbox, header));
    throw error;
  }
  return sandboxes.getOrCreate(selectSandbox({ key, path: address.sandbox, header }));
}
