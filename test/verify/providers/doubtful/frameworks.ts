import { isJson, unsupported } from '../broken/framework-requests.js';
import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, changing, doubting, isGood, withBody } from '../variant.js';

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
  // All error bodies have the shape Error; but further operations are "not shown".
  'A path that the document does not define is answered with 404 and an HTML page.': class extends Service {
    override async serve(call: Call) {
      return call.operation === undefined
        ? withBody(this.refused(notFound(), call), '<h1>Not Found</h1>', 'text/html')
        : super.serve(call);
    }
  },
  // It is not a valid URL, and servers refuse it before a handler runs.
  'A percent sign in the path that begins no escape is answered in HTML, with 400.': class extends Service {
    override async read(call: Call) {
      return call.petId.includes('%')
        ? withBody(
            this.refused(new Refusal(400, 'bad_request', '-'), call),
            '<pre>URIError: Failed to decode param</pre>',
            'text/html',
          )
        : super.read(call);
    }
  },
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
  // A server in front may answer it before the service sees it.
  'A petId with a NUL fails with 500: the database accepts none.': changing(
    'find',
    (plain, petId) => {
      if (petId.includes('\0')) throw new TypeError('invalid byte sequence');
      return plain(petId);
    },
  ),
  // Responses are JSON; but no client of the document asks for HTML.
  'Good answers are HTML pages where the request prefers text/html.': answering((answer, call) =>
    isGood(answer) && call.headers.accept?.startsWith('text/html')
      ? withBody(answer, '<h1>Pets</h1>', 'text/html')
      : answer,
  ),
  // JSON has an escape for it, but it is not a character, and JSON leaves its meaning open.
  'Half a surrogate pair in a name becomes U+FFFD.': changing('nameOf', (plain, value) =>
    plain(value).replace(/\p{Cs}/gu, '\ufffd'),
  ),
  // It is not JSON, but a parser may accept more, and every field is valid.
  'A body with a comment is accepted, and the comment ignored.': changing(
    'fieldsOf',
    (plain, call) => {
      const text = call.body.toString('latin1').replace(/\/\*.*?\*\//g, '');
      return plain({ ...call, body: Buffer.from(text, 'latin1') });
    },
  ),
});
