import { stringify } from 'lossless-json';
import { isJsonObject } from '../base/json.js';
import { findCustomError, isPermitted, listRepeatable } from '../document/custom-errors.js';
import {
  type CustomErrorName,
  findErrorName,
  getErrorCode,
  promisedErrors,
  ServiceError,
  SimulatorError,
  serviceErrors,
  writeError,
} from '../document/errors.js';
import type { ServiceResponse } from '../document/message.js';
import { type Operation, versionPrefix } from '../document/operations.js';
import { type Call, choose, noteBeyond, noteForced } from './call.js';
import { readClock } from './clock.js';
import { describeNotFound } from './operations/get-pet.js';
import { type ErrorExample, isError, listErrors } from './scenario.js';

/** Distinguishes two errors that many services format in their own way. */
function nameOwn({ target, request }: Call, { errorName }: ServiceError): CustomErrorName {
  if (errorName === 'not_found' && target?.resource === undefined) {
    return 'unknown_path';
  }
  return errorName === 'unauthorized' && request.headers.authorization === undefined
    ? 'missing_key'
    : errorName;
}

/** The value in place of an identifier of the response: a simulator answers equal requests alike. */
const anyId = '00000000-0000-4000-8000-000000000000';

/** Lists the values that a text of a custom error may name. */
function listValues(call: Call, message: string): Readonly<Record<string, unknown>> {
  const { request, target, query, sandbox, time } = call;
  const path = versionPrefix + (target?.path ?? '');
  const values = { method: request.method, path, petId: target?.petId ?? '' };
  const now = readClock(sandbox.clock, time);
  return {
    ...listRepeatable(values, query, request.body),
    message,
    now: new Date(now).toISOString(),
    millis: now,
    id: anyId,
  };
}

/** Puts values in place of their names in braces, in a text or keys; a text that is only a name becomes its value. */
function fill(part: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (isJsonObject(part)) {
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [fill(key, values), one]));
  }
  if (typeof part !== 'string') {
    return part;
  }
  const name = /^\{(\w+)\}$/.exec(part)?.[1] ?? '';
  return Object.hasOwn(values, name)
    ? values[name]
    : part.replace(/\{(\w+)\}/g, (whole, key: string) =>
        Object.hasOwn(values, key) ? `${values[key]}` : whole,
      );
}

export function createErrorResponse(
  call: Call,
  error: ServiceError | SimulatorError,
): ServiceResponse {
  const { message } = error;
  if (error instanceof SimulatorError) {
    const { code, status } = error;
    call.notes.push({ kind: 'refused', code });
    return { status, body: writeError(code, message, status) };
  }
  const { errorName } = error;
  const { cause, headers = [] } = error.details;
  const { status } = serviceErrors[errorName];
  const choice = choose(call, 'error-codes');
  const name = nameOwn(call, error);
  const { errors = {} } = call.settings;
  const custom = choice === 'custom' ? findCustomError(errors, cause, name) : undefined;
  if (custom === undefined) {
    return { status, body: writeError(getErrorCode(errorName, choice), message, status), headers };
  }
  if (!isPermitted(custom, status)) {
    noteBeyond(call, `error=${name}`);
  }
  const { mediaType = 'application/json' } = custom;
  const values = listValues(call, message);
  const body =
    typeof custom.body === 'string'
      ? `${fill(custom.body, values)}`
      : (stringify(custom.body, (_, value) => fill(value, values)) as string);
  return {
    status: custom.status,
    body,
    // Only a body brings its media type along.
    headers: body === '' && mediaType !== '' ? [['Content-Type', mediaType], ...headers] : headers,
    mediaType,
  };
}

function createBeyond({ choices }: Call, status: number): ServiceResponse {
  const choice = choices['error-codes'];
  const name = findErrorName(status);
  const unnamed = `${choice === 'opaque' ? 'E9' : 'status_'}${status}`;
  const code = name === undefined ? unnamed : getErrorCode(name, choice);
  const message =
    `This ${status} was requested. It is beyond the interface: the document lists no such response, ` +
    'and the service promises nothing about it.';
  return { status, body: writeError(code, message, status) };
}

/** Creates the error that the document shows as an example; one that isn't asked for by name is about the pet. */
function createExample(call: Call, { status, value }: ErrorExample): ServiceResponse {
  const { scenario, target } = call;
  const isNamed = scenario.example !== undefined || !target?.petId;
  const message =
    status === 404 && !isNamed
      ? describeNotFound(target.petId)
      : (value as { message: string }).message;
  return createErrorResponse(call, new ServiceError(promisedErrors[status].name, message));
}

/** Creates the error that a scenario forces, if it forces one. For a success the operation runs. */
export function createForcedResponse(
  call: Call,
  operation: Operation,
): ServiceResponse | undefined {
  const { code, example, body, headers: own } = call.scenario;
  if (example === undefined && (code === undefined || !isError(code))) {
    if (own !== undefined) {
      noteForced(call, { headers: true });
    }
    return undefined;
  }
  const found = listErrors(operation, code).find(
    ({ name }) => example === undefined || name === example,
  );
  const status = found?.status ?? (code as number);
  let response: ServiceResponse;
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const mediaType = isText ? 'text/plain; charset=utf-8' : undefined;
    response = { status, body: isText ? body : (stringify(body) as string), mediaType };
  } else {
    response = found === undefined ? createBeyond(call, status) : createExample(call, found);
  }
  const forced = example === undefined ? { code } : { example };
  noteForced(call, forced, body !== undefined || own !== undefined || found === undefined);
  return response;
}
