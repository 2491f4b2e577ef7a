import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, type DoubtfulVariant, isGood, withBody } from '../variant.js';

/** Defaults of frameworks that the document neither requires nor rules out. */
export const doubtfulFrameworks: readonly DoubtfulVariant[] = [
  {
    name: 'unknown-path-in-html',
    section: '7',
    difference: 'A path that the document does not define is answered with 404 and an HTML page.',
    doubt: 'All error bodies have the shape Error; but further operations are "not shown".',
    verdict: 'advice',
    service: class extends Service {
      protected override async serve(call: Call) {
        return call.operation === undefined
          ? withBody(this.refused(notFound(), call), '<h1>Not Found</h1>', 'text/html')
          : super.serve(call);
      }
    },
  },
  {
    name: 'bad-escape-in-the-path-in-html',
    section: '4.3',
    difference: 'A percent sign in the path that begins no escape is answered in HTML, with 400.',
    doubt: 'It is not a valid URL, and servers refuse it before a handler runs.',
    verdict: 'advice',
    service: class extends Service {
      protected override async read(call: Call) {
        return call.petId.includes('%')
          ? withBody(
              this.refused(new Refusal(400, 'bad_request', '-'), call),
              '<pre>URIError: Failed to decode param</pre>',
              'text/html',
            )
          : super.read(call);
      }
    },
  },
  {
    name: 'bad-escape-in-the-query-in-html',
    section: '7',
    difference: 'A percent sign in the query that begins no escape is answered in HTML, with 400.',
    doubt: 'It is not a valid URL, and servers refuse it before a handler runs.',
    verdict: 'advice',
    service: class extends Service {
      protected override async list(call: Call) {
        return [...call.query.values()].some((value) => value.includes('%'))
          ? withBody(
              this.refused(new Refusal(400, 'bad_request', '-'), call),
              '<h1>Bad Request</h1>',
              'text/html',
            )
          : super.list(call);
      }
    },
  },
  {
    name: 'html-for-browsers',
    section: '1',
    difference: 'Good answers are HTML pages where the request prefers text/html.',
    doubt: 'Responses are JSON; but no client of the document asks for HTML.',
    verdict: 'advice',
    service: answering((answer, call) =>
      isGood(answer) && call.headers.accept?.startsWith('text/html')
        ? withBody(answer, '<h1>Pets</h1>', 'text/html')
        : answer,
    ),
  },
  {
    name: 'lone-surrogates-replaced',
    section: '2',
    difference: 'Half a surrogate pair in a name becomes U+FFFD.',
    doubt:
      'JSON has an escape for it, but it is not a character, and JSON leaves its meaning open.',
    verdict: 'advice',
    service: class extends Service {
      protected override nameOf(value: unknown) {
        return super.nameOf(value).replace(/\p{Cs}/gu, '\ufffd');
      }
    },
  },
  {
    name: 'comments-accepted',
    section: '4.2',
    difference: 'A body with a comment is accepted, and the comment ignored.',
    doubt: 'It is not JSON, but a parser may accept more, and every field is valid.',
    verdict: 'advice',
    service: class extends Service {
      protected override fieldsOf(call: Call) {
        const text = call.body.toString('latin1').replace(/\/\*.*?\*\//g, '');
        return super.fieldsOf({ ...call, body: Buffer.from(text, 'latin1') });
      }
    },
  },
];
