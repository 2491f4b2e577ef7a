import { type BrokenVariant, showingErrors } from '../variant.js';

/** Changes the Error body of one HTTP status. */
const showingError = (
  status: number,
  change: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) => showingErrors((shown) => (shown.status === status ? change(shown) : shown));

/** An Error has a code, a message and the status. */
export const section7Fields: readonly BrokenVariant[] = [
  {
    name: 'error-without-code',
    breaks: '7',
    difference: 'An Error has no code.',
    service: showingErrors((error) => ({ ...error, code: undefined })),
  },
  {
    name: 'error-without-message',
    breaks: '7',
    difference: 'An Error has no message.',
    service: showingErrors((error) => ({ ...error, message: undefined })),
  },
  {
    name: 'error-without-status',
    breaks: '7',
    difference: 'An Error has no status.',
    service: showingErrors((error) => ({ ...error, status: undefined })),
  },
  {
    name: 'error-of-404-without-status',
    breaks: '7',
    difference: 'The Error of 404 has no status.',
    service: showingError(404, (error) => ({ ...error, status: undefined })),
  },
  {
    name: 'error-of-400-without-code',
    breaks: '7',
    difference: 'The Error of 400 has no code.',
    service: showingError(400, (error) => ({ ...error, code: undefined })),
  },
  {
    name: 'error-of-401-without-message',
    breaks: '7',
    difference: 'The Error of 401 has no message.',
    service: showingError(401, (error) => ({ ...error, message: undefined })),
  },
  {
    name: 'error-status-as-string',
    breaks: '7',
    difference: 'The status of an Error is a string.',
    service: showingErrors((error) => ({ ...error, status: `${error.status}` })),
  },
  {
    name: 'error-status-always-400',
    breaks: '7',
    difference: 'The status of every Error is 400, whatever the HTTP status.',
    service: showingErrors((error) => ({ ...error, status: 400 })),
  },
  {
    name: 'error-of-401-says-403',
    breaks: '7',
    difference: 'The Error of 401 has the status 403.',
    service: showingError(401, (error) => ({ ...error, status: 403 })),
  },
  {
    name: 'error-status-zero',
    breaks: '7',
    difference: 'The status of every Error is 0.',
    service: showingErrors((error) => ({ ...error, status: 0 })),
  },
  {
    name: 'error-status-named-otherwise',
    breaks: '7',
    difference: 'The status of an Error is called statusCode.',
    service: showingErrors(({ status, ...error }) => ({ ...error, statusCode: status })),
  },
  {
    name: 'error-code-as-number',
    breaks: '7',
    difference: 'The code of an Error is the HTTP status as a number.',
    service: showingErrors((error) => ({ ...error, code: error.status })),
  },
  {
    name: 'error-code-null',
    breaks: '7',
    difference: 'The code of an Error is null.',
    service: showingErrors((error) => ({ ...error, code: null })),
  },
  {
    name: 'error-message-null',
    breaks: '7',
    difference: 'The message of an Error is null.',
    service: showingErrors((error) => ({ ...error, message: null })),
  },
  {
    name: 'error-message-as-array',
    breaks: '7',
    difference: 'The message of a 400 is an array of messages.',
    service: showingError(400, (error) => ({ ...error, message: [error.message] })),
  },
  {
    name: 'error-message-by-field',
    breaks: '7',
    difference: 'The message of a 400 is an object with the fields.',
    service: showingError(400, (error) => ({ ...error, message: { name: error.message } })),
  },
];
