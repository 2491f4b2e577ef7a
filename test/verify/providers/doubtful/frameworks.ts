import { isJson, unsupported } from '../broken/framework-requests.js';
import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { doubting, withBody } from '../variant.js';

/** Refuses calls with an HTML page, as a framework does before it calls a handler. */
const refusingInHtml = (refusalOf: (call: Call) => Refusal | undefined, page: string) =>
  class extends Service {
    override async serve(call: Call) {
      const refusal = refusalOf(call);
      if (refusal === undefined) return super.serve(call);
      return withBody(this.refused(refusal, call), page, 'text/html');
    }
  };

/** Defaults of frameworks that the document neither requires nor rules out. */
export const doubtfulFrameworks = doubting('advice', {
  // All error bodies have the shape Error; but frameworks refuse these before a handler runs.
  'A body that is not declared as JSON is refused with 415 and an HTML page.': refusingInHtml(
    (call) => (call.operation === 'createPet' && !isJson(call) ? unsupported() : undefined),
    '<h1>Unsupported Media Type</h1>',
  ),
  'A body of more than 100 kB is refused with 413 and an HTML page.': refusingInHtml(
    ({ body }) =>
      body.length > 102_400 ? new Refusal(413, 'too_large', 'It is too large.') : undefined,
    '<pre>PayloadTooLargeError: request entity too large</pre>',
  ),
});
