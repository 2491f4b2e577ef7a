import { notFound, Refusal } from '../call.js';
import { breaking, changing, showingErrors, withBody } from '../variant.js';

/** Changes the Error body of one HTTP status. */
const showingError = (
  status: number,
  change: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) => showingErrors((shown) => (shown.status === status ? change(shown) : shown));

/** An Error has a code, a message and the status. */
export const section7Fields = breaking('7', {
  'An Error has no code.': showingErrors((error) => ({ ...error, code: undefined })),
  'The Error of 404 has no status.': showingError(404, (error) => ({
    ...error,
    status: undefined,
  })),
  'The Error of 401 has no message.': showingError(401, (error) => ({
    ...error,
    message: undefined,
  })),
  'The Error of 401 has the status 403.': showingError(401, (error) => ({ ...error, status: 403 })),
  'The message of a 400 is an array of messages.': showingError(400, (error) => ({
    ...error,
    message: [error.message],
  })),
});

/** An error is an object, in JSON. */
export const section7Shape = breaking('7', {
  'An Error is a bare JSON string.': showingErrors((shown) => shown.message),
  'A body that is not JSON is refused with the framework’s own page, in HTML.': changing(
    'refused',
    (plain, refusal, call) => {
      const answer = plain(refusal, call);
      return refusal.message === 'The body is not JSON.'
        ? withBody(answer, '<pre>SyntaxError: Unexpected token</pre>', 'text/html')
        : answer;
    },
  ),
});

/** What the address and its version prefix promise, and what holds for all operations. */
export const section9 = [
  ...breaking('9', {
    'A call without the header X-API-Version is refused with 400.': changing(
      'serve',
      async (plain, call) => {
        if (call.headers['x-api-version'] === undefined)
          throw new Refusal(400, 'version_missing', 'Which version?');
        return plain(call);
      },
    ),
  }),
  ...breaking('4', {
    'The operations are at /animals instead of /pets.': changing('serve', async (plain, call) => {
      if (call.operation !== undefined) throw notFound();
      return plain(call);
    }),
    'One answer in a million is lost.': changing('answer', async (plain, call) => {
      if (Math.random() < 1e-6) throw new Error('lost');
      return plain(call);
    }),
  }),
];
