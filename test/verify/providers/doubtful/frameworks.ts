import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, changing, doubting, isGood, withBody } from '../variant.js';

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
