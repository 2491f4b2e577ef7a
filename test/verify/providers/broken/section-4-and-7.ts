import { notFound } from '../call.js';
import type { Fields } from '../pet.js';
import { breaking, changing, rowsOf, showingErrors } from '../variant.js';

/** Changes the Error body of one HTTP status. */
const showingError = ([status, change]: [status: number, change: (error: Fields) => Fields]) =>
  showingErrors((error) => (error.status === status ? { ...error, ...change(error) } : error));

/** An Error has a code, a message and the status. */
export const section7 = breaking('7', {
  'An Error has no code.': showingErrors((error) => ({ ...error, code: undefined })),
  ...rowsOf('The Error of', showingError, {
    '401 has no message': [401, () => ({ message: undefined })],
  }),
});

/** What holds for all operations. */
export const section4 = breaking('4', {
  'The operations are at /animals instead of /pets.': changing('serve', async (plain, call) => {
    if (call.operation !== undefined) throw notFound();
    return plain(call);
  }),
  'One answer in a million is lost.': changing('answer', async (plain, call) => {
    if (Math.random() < 1e-6) throw new Error('lost');
    return plain(call);
  }),
});
