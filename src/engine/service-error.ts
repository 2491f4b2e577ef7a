import { stringify } from 'lossless-json';
import {
  type CustomErrorName,
  findCustomError,
  isPermitted,
  listRepeatable,
} from '../document/custom-errors.js';
import { type ServiceError, serviceErrors, writeError } from '../document/errors.js';
import { isJsonObject } from '../document/json.js';
import type { ServiceResponse } from '../document/message.js';
import { getErrorCode } from '../document/open-points.js';
import { versionPrefix } from '../document/operations.js';
import { type Call, choose, noteBeyond } from './call.js';
import { readClock } from './clock.js';

/** Distinguishes two errors that many services format in their own way. */
function nameOwn({ target, request }: Call, { errorName }: ServiceError): CustomErrorName {
  if (errorName === 'not_found' && target?.resource === undefined) {
    return 'unknown_path';
  }
  return errorName === 'unauthorized' && request.headers.authorization === undefined
    ? 'missing_key'
    : errorName;
}

/** What stands for an identifier of the response: a simulator answers equal requests alike. */
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

/** Creates the response for an error of the service, with the choice `custom` as the service was learned to answer. */
export function createServiceError(call: Call, error: ServiceError): ServiceResponse {
  const { errorName, message, cause } = error;
  const { status } = serviceErrors[errorName];
  const choice = choose(call, 'error-codes');
  const name = nameOwn(call, error);
  const { errors = {} } = call.settings;
  const custom =
    choice === 'custom'
      ? findCustomError(errors, cause as CustomErrorName | undefined, name)
      : undefined;
  if (custom === undefined) {
    return { status, body: writeError(getErrorCode(errorName, choice), message, status) };
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
    headers: body === '' && mediaType !== '' ? [['Content-Type', mediaType]] : [],
    mediaType,
  };
}
