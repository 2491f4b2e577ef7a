import { ServiceError, type ServiceErrorName, serviceErrors } from '../interface/errors.js';
import type { ChoiceOf, OpenPoint } from './open-points.js';

/** Open points that have the choice `reject`, which is always a 400. */
type PointWithReject = {
  [P in OpenPoint]: 'reject' extends ChoiceOf<P> ? P : never;
}[OpenPoint];

/** The `code` of an error under a choice for the open point `error-codes`. */
export function getErrorCode(name: ServiceErrorName, choice: ChoiceOf<'error-codes'>): string {
  return choice === 'words' ? name : serviceErrors[name].opaque;
}

/** Creates the error behind an open point's choice; its message says that it is a choice. */
export function createChoiceError<P extends OpenPoint>(
  errorName: ServiceErrorName,
  point: P,
  choice: ChoiceOf<P>,
  message: string,
): ServiceError {
  return new ServiceError(
    errorName,
    `${message} The document doesn't specify this case: the simulator chose this response ` +
      `(open point ${point}=${choice}).`,
  );
}

/** Creates the 400 behind the choice `reject`. */
export function createRejection(point: PointWithReject, message: string): ServiceError {
  return createChoiceError('bad_request', point, 'reject', message);
}
