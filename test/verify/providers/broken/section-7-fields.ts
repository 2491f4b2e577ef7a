import { type BrokenVariant, breaking, showingErrors } from '../variant.js';

/** Changes the Error body of one HTTP status. */
const showingError = (
  status: number,
  change: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) => showingErrors((shown) => (shown.status === status ? change(shown) : shown));

/** An Error has a code, a message and the status. */
export const section7Fields: readonly BrokenVariant[] = breaking('7', {
  'error-without-code': [
    'An Error has no code.',
    showingErrors((error) => ({ ...error, code: undefined })),
  ],
  'error-without-message': [
    'An Error has no message.',
    showingErrors((error) => ({ ...error, message: undefined })),
  ],
  'error-without-status': [
    'An Error has no status.',
    showingErrors((error) => ({ ...error, status: undefined })),
  ],
  'error-of-404-without-status': [
    'The Error of 404 has no status.',
    showingError(404, (error) => ({ ...error, status: undefined })),
  ],
  'error-of-400-without-code': [
    'The Error of 400 has no code.',
    showingError(400, (error) => ({ ...error, code: undefined })),
  ],
  'error-of-401-without-message': [
    'The Error of 401 has no message.',
    showingError(401, (error) => ({ ...error, message: undefined })),
  ],
  'error-status-as-string': [
    'The status of an Error is a string.',
    showingErrors((error) => ({ ...error, status: `${error.status}` })),
  ],
  'error-status-always-400': [
    'The status of every Error is 400, whatever the HTTP status.',
    showingErrors((error) => ({ ...error, status: 400 })),
  ],
  'error-of-401-says-403': [
    'The Error of 401 has the status 403.',
    showingError(401, (error) => ({ ...error, status: 403 })),
  ],
  'error-status-zero': [
    'The status of every Error is 0.',
    showingErrors((error) => ({ ...error, status: 0 })),
  ],
  'error-status-named-otherwise': [
    'The status of an Error is called statusCode.',
    showingErrors(({ status, ...error }) => ({ ...error, statusCode: status })),
  ],
  'error-code-as-number': [
    'The code of an Error is the HTTP status as a number.',
    showingErrors((error) => ({ ...error, code: error.status })),
  ],
  'error-code-null': [
    'The code of an Error is null.',
    showingErrors((error) => ({ ...error, code: null })),
  ],
  'error-message-null': [
    'The message of an Error is null.',
    showingErrors((error) => ({ ...error, message: null })),
  ],
  'error-message-as-array': [
    'The message of a 400 is an array of messages.',
    showingError(400, (error) => ({ ...error, message: [error.message] })),
  ],
  'error-message-by-field': [
    'The message of a 400 is an object with the fields.',
    showingError(400, (error) => ({ ...error, message: { name: error.message } })),
  ],
});
