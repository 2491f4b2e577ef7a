import { stringify } from 'lossless-json';
import { type CustomErrorName, findCustomError, isPermitted } from '../document/custom-errors.js';
import {
  getErrorHeaders,
  type ServiceError,
  serviceErrors,
  writeError,
} from '../document/errors.js';
import { isJsonObject, tryParseJsonValue } from '../document/json.js';
import type { ServiceResponse } from '../document/message.js';
import { getErrorCode } from '../document/open-points.js';
import { versionPrefix } from '../document/operations.js';
import { isPetField } from '../document/pet.js';
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
  const body = tryParseJsonValue(request.body ?? '') ?? request.body ?? '';
  const now = readClock(sandbox.clock, time);
  const fields = isJsonObject(body) ? body : {};
  const names = [...Object.keys(fields), ...query.keys()];
  return {
    ...fields,
    ...Object.fromEntries(query),
    message,
    body,
    method: request.method,
    path: versionPrefix + (target?.path ?? ''),
    petId: target?.petId ?? '',
    now: new Date(now).toISOString(),
    millis: now,
    id: anyId,
    field: names.find((name) => !isPetField(name) && name !== 'limit') ?? '',
  };
}

/** Puts values in place of their names in braces; a text that is only a name becomes its value. */
function fill(text: string, values: Readonly<Record<string, unknown>>): unknown {
  const name = /^\{(\w+)\}$/.exec(text)?.[1] ?? '';
  return Object.hasOwn(values, name)
    ? values[name]
    : text.replace(/\{(\w+)\}/g, (whole, key: string) =>
        Object.hasOwn(values, key) ? `${values[key]}` : whole,
      );
}

/** Fills a text, or the keys of an object. */
function fillPart(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') {
    return fill(value, values);
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [fill(key, values), one]))
    : value;
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
    const body = writeError(getErrorCode(errorName, choice), message, status);
    return { status, body, headers: getErrorHeaders(status) };
  }
  if (!isPermitted(custom, status)) {
    noteBeyond(call, `error=${name}`);
  }
  const { mediaType = 'application/json' } = custom;
  const values = listValues(call, message);
  const body =
    typeof custom.body === 'string'
      ? `${fill(custom.body, values)}`
      : (stringify(custom.body, (_, value) => fillPart(value, values)) as string);
  return {
    status: custom.status,
    body,
    // Only a body brings its media type along.
    headers: [
      ...getErrorHeaders(custom.status),
      ...(body === '' && mediaType !== '' ? ([['Content-Type', mediaType]] as const) : []),
    ],
    mediaType,
  };
}
