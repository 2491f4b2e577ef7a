import { notFound } from '../call.js';
import { breaking, changing, showingErrors } from '../variant.js';

/** An Error has a code, a message and the status. */
export const section7 = breaking('7', {
  'An Error has no code.': showingErrors((error) => ({ ...error, code: undefined })),
  'The Error of 401 has no message.': showingErrors((error) =>
    error.status === 401 ? { ...error, message: undefined } : error,
  ),
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
