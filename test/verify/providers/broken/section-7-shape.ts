import type { Answer, Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import {
  answering,
  type BrokenVariant,
  breaking,
  isGood,
  showingErrors,
  withBody,
} from '../variant.js';

const erring = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) => (isGood(answer) ? answer : change(answer, call)));

/** Changes the Error body of one HTTP status. */
const showingError = (
  status: number,
  change: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) => showingErrors((shown) => (shown.status === status ? change(shown) : shown));

/** An error is an object, in JSON. */
export const section7Shape: readonly BrokenVariant[] = [
  ...breaking('7', {
    'errors-as-problem-json': [
      'Errors are problem details: type, title, status and detail.',
      answering((answer) =>
        isGood(answer)
          ? answer
          : withBody(
              answer,
              `{"type":"about:blank","title":"Error","status":${answer.status},"detail":"-"}`,
              'application/problem+json',
            ),
      ),
    ],
  }),
  ...breaking('1', {
    'error-content-type-of-problem-json': [
      'Errors have the right body, but the content type application/problem+json.',
      erring((answer) => withBody(answer, answer.body, 'application/problem+json')),
    ],
  }),
  ...breaking('7', {
    'errors-as-html': [
      'Errors are HTML pages.',
      erring((answer) =>
        withBody(answer, `<html><body><h1>${answer.status}</h1></body></html>`, 'text/html'),
      ),
    ],
    'errors-as-text': [
      'Errors are plain text.',
      erring((answer) => withBody(answer, 'Something went wrong.', 'text/plain')),
    ],
    'errors-without-body': ['Errors have no body.', erring((answer) => withBody(answer, ''))],
    'errors-as-string': [
      'An Error is a bare JSON string.',
      showingErrors((shown) => shown.message),
    ],
    'errors-nested': [
      'An Error is within an object: {"error": {...}}.',
      showingErrors((error) => ({ error })),
    ],
    'errors-in-an-array': ['Errors come as an array.', showingErrors((error) => [error])],
    'errors-as-the-framework-does': [
      'An Error has timestamp, status, error and path, as a framework writes it.',
      showingErrors(({ status }, call) => ({
        timestamp: '2030-01-01T00:00:00Z',
        status,
        error: 'Error',
        path: call.path,
      })),
    ],
    'missing-pet-as-the-framework-does': [
      'The Error of 404 is {"detail": "Not Found"}.',
      showingError(404, () => ({ detail: 'Not Found' })),
    ],
    'bad-json-as-the-framework-does': [
      'A body that is not JSON is refused with the framework’s own page, in HTML.',
      class extends Service {
        protected override refused(refusal: Refusal, call: Call) {
          const answer = super.refused(refusal, call);
          return refusal.message === 'The body is not JSON.'
            ? withBody(answer, '<pre>SyntaxError: Unexpected token</pre>', 'text/html')
            : answer;
        }
      },
    ],
  }),
];
