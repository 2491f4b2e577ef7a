import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showingErrors, withBody } from '../variant.js';

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
  'error-of-404-without-status': [
    'The Error of 404 has no status.',
    showingError(404, (error) => ({ ...error, status: undefined })),
  ],
  'error-of-401-without-message': [
    'The Error of 401 has no message.',
    showingError(401, (error) => ({ ...error, message: undefined })),
  ],
  'error-of-401-says-403': [
    'The Error of 401 has the status 403.',
    showingError(401, (error) => ({ ...error, status: 403 })),
  ],
  'error-message-as-array': [
    'The message of a 400 is an array of messages.',
    showingError(400, (error) => ({ ...error, message: [error.message] })),
  ],
});

/** An error is an object, in JSON. */
export const section7Shape: readonly BrokenVariant[] = [
  ...breaking('7', {
    'errors-as-string': [
      'An Error is a bare JSON string.',
      showingErrors((shown) => shown.message),
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

/** What the address and its version prefix promise, and what holds for all operations. */
export const section9: readonly BrokenVariant[] = [
  ...breaking('9', {
    'version-header-required': [
      'A call without the header X-API-Version is refused with 400.',
      class extends Service {
        protected override async serve(call: Call) {
          if (call.headers['x-api-version'] === undefined)
            throw new Refusal(400, 'version_missing', 'Which version?');
          return super.serve(call);
        }
      },
    ],
  }),
  ...breaking('4', {
    'other-path-for-pets': [
      'The operations are at /animals instead of /pets.',
      class extends Service {
        protected override async serve(call: Call) {
          if (call.operation !== undefined) throw notFound();
          return super.serve(call);
        }
      },
    ],
  }),
  ...breaking('4', {
    'one-answer-in-a-million-fails': [
      'One answer in a million is lost.',
      class extends Service {
        override async answer(call: Call) {
          if (Math.random() < 1e-6) throw new Error('lost');
          return super.answer(call);
        }
      },
      'Nobody sends a million calls for a verdict.',
    ],
  }),
];
