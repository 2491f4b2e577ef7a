import type { Answer, Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, isGood, showingErrors, withBody } from '../variant.js';

const erring = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) => (isGood(answer) ? answer : change(answer, call)));

/** Changes the Error body of one HTTP status. */
const showingError = (
  status: number,
  change: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) => showingErrors((shown) => (shown.status === status ? change(shown) : shown));

/** An error is an object, in JSON. */
export const section7Shape: readonly BrokenVariant[] = [
  {
    name: 'errors-as-problem-json',
    breaks: '7',
    difference: 'Errors are problem details: type, title, status and detail.',
    service: answering((answer) =>
      isGood(answer)
        ? answer
        : withBody(
            answer,
            `{"type":"about:blank","title":"Error","status":${answer.status},"detail":"-"}`,
            'application/problem+json',
          ),
    ),
  },
  {
    name: 'error-content-type-of-problem-json',
    breaks: '1',
    difference: 'Errors have the right body, but the content type application/problem+json.',
    service: erring((answer) => withBody(answer, answer.body, 'application/problem+json')),
  },
  {
    name: 'errors-as-html',
    breaks: '7',
    difference: 'Errors are HTML pages.',
    service: erring((answer) =>
      withBody(answer, `<html><body><h1>${answer.status}</h1></body></html>`, 'text/html'),
    ),
  },
  {
    name: 'errors-as-text',
    breaks: '7',
    difference: 'Errors are plain text.',
    service: erring((answer) => withBody(answer, 'Something went wrong.', 'text/plain')),
  },
  {
    name: 'errors-without-body',
    breaks: '7',
    difference: 'Errors have no body.',
    service: erring((answer) => withBody(answer, '')),
  },
  {
    name: 'errors-as-string',
    breaks: '7',
    difference: 'An Error is a bare JSON string.',
    service: showingErrors((shown) => shown.message),
  },
  {
    name: 'errors-nested',
    breaks: '7',
    difference: 'An Error is within an object: {"error": {...}}.',
    service: showingErrors((error) => ({ error })),
  },
  {
    name: 'errors-in-an-array',
    breaks: '7',
    difference: 'Errors come as an array.',
    service: showingErrors((error) => [error]),
  },
  {
    name: 'errors-as-the-framework-does',
    breaks: '7',
    difference: 'An Error has timestamp, status, error and path, as a framework writes it.',
    service: showingErrors(({ status }, call) => ({
      timestamp: '2030-01-01T00:00:00Z',
      status,
      error: 'Error',
      path: call.path,
    })),
  },
  {
    name: 'missing-pet-as-the-framework-does',
    breaks: '7',
    difference: 'The Error of 404 is {"detail": "Not Found"}.',
    service: showingError(404, () => ({ detail: 'Not Found' })),
  },
  {
    name: 'bad-json-as-the-framework-does',
    breaks: '7',
    difference: 'A body that is not JSON is refused with the framework’s own page, in HTML.',
    service: class extends Service {
      protected override refused(refusal: Refusal, call: Call) {
        const answer = super.refused(refusal, call);
        return refusal.message === 'The body is not JSON.'
          ? withBody(answer, '<pre>SyntaxError: Unexpected token</pre>', 'text/html')
          : answer;
      }
    },
  },
];
