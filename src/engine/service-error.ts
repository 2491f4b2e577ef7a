import {
  getErrorHeaders,
  type ServiceErrorName,
  serviceErrors,
  writeError,
} from '../document/errors.js';
import type { ServiceResponse } from '../document/message.js';
import { getErrorCode } from '../document/open-points.js';
import { isPermitted, type OwnErrorName, type OwnErrors } from '../document/own-errors.js';
import { type Call, choose, noteBeyond } from './call.js';

/** Distinguishes two errors that many services format in their own way. */
function nameOwn({ target, request }: Call, errorName: ServiceErrorName): OwnErrorName {
  if (errorName === 'not_found' && target?.resource === undefined) {
    return 'unknown_path';
  }
  return errorName === 'unauthorized' && request.headers.authorization === undefined
    ? 'missing_key'
    : errorName;
}

/** Creates the response for an error of the service, with the choice `own` as the service was learned to answer. */
export function createServiceError(
  call: Call,
  errorName: ServiceErrorName,
  message: string,
  errors: OwnErrors,
): ServiceResponse {
  const { status } = serviceErrors[errorName];
  const choice = choose(call, 'error-codes');
  const name = nameOwn(call, errorName);
  const own = choice === 'own' ? errors[name] : undefined;
  if (own === undefined) {
    const body = writeError(getErrorCode(errorName, choice), message, status);
    return { status, body, headers: getErrorHeaders(status) };
  }
  if (!isPermitted(own, status)) {
    noteBeyond(call, `error=${name}`);
  }
  const fill = (text: string) =>
    text.replaceAll('{message}', message).replaceAll('{petId}', call.target?.petId ?? '');
  const body =
    typeof own.body === 'string'
      ? fill(own.body)
      : JSON.stringify(own.body, (_, value) => (typeof value === 'string' ? fill(value) : value));
  return {
    status: own.status,
    body,
    headers: getErrorHeaders(own.status),
    mediaType: own.mediaType,
  };
}
