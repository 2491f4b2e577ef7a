import { badRequest, type Call } from '../call.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, isGood, rewriting, withBody, writing } from '../variant.js';

const page = '<!DOCTYPE html><html><body><h1>Our pets</h1></body></html>';

/** What is sent isn't JSON, or doesn't say that it is. */
export const section1Json: readonly BrokenVariant[] = [
  {
    name: 'json-as-text-html',
    breaks: '1',
    difference: 'Every answer is JSON, but its content type is text/html.',
    service: answering((answer) => withBody(answer, answer.body, 'text/html; charset=utf-8')),
  },
  {
    name: 'json-as-text-plain-when-created',
    breaks: '1',
    difference: 'A created pet comes as text/plain.',
    service: answering((answer) =>
      answer.status === 201 ? withBody(answer, answer.body, 'text/plain') : answer,
    ),
  },
  {
    name: 'no-content-type',
    breaks: '1',
    difference: 'Successful answers have no content type.',
    service: answering((answer) => (isGood(answer) ? { ...answer, headers: {} } : answer)),
  },
  {
    name: 'vendor-content-type',
    breaks: '1',
    difference: 'Successful answers have the content type application/vnd.animals.v1+json.',
    service: answering((answer) =>
      isGood(answer) ? withBody(answer, answer.body, 'application/vnd.animals.v1+json') : answer,
    ),
  },
  {
    name: 'list-as-html-page',
    breaks: '1',
    difference: 'A list is an HTML page.',
    service: answering((answer, call) =>
      call.operation === 'listPets' && isGood(answer)
        ? withBody(answer, page, 'text/html')
        : answer,
    ),
  },
  {
    name: 'created-pet-as-xml',
    breaks: '1',
    difference: 'A created pet comes as XML.',
    service: answering((answer) =>
      answer.status === 201 ? withBody(answer, '<pet><id>31</id></pet>', 'text/xml') : answer,
    ),
  },
  {
    name: 'list-as-json-lines',
    breaks: '1',
    difference: 'A list has one JSON object a line and no brackets.',
    service: rewriting('listPets', (text) => text.slice(1, -1).replaceAll('},{', '}\n{')),
  },
  {
    name: 'html-comment-after-json',
    breaks: '1',
    difference: 'A list is followed by an HTML comment of the cache.',
    service: rewriting('listPets', (text) => `${text}\n<!-- served from cache -->`),
  },
  {
    name: 'guard-before-json',
    breaks: '1',
    difference: "A list starts with the guard )]}', that some web frameworks put before JSON.",
    service: rewriting('listPets', (text) => `)]}',\n${text}`),
  },
  {
    name: 'error-printed-after-json',
    breaks: '1',
    difference: 'A created pet is followed by the error of a handler that went on after answering.',
    service: rewriting('createPet', (text) => `${text}{"error":"headers already sent"}`),
  },
  {
    name: 'pet-in-single-quotes',
    breaks: '1',
    difference: "A pet that is read has single quotes: {'id': 1}.",
    service: rewriting('getPet', (text) => text.replaceAll('"', "'")),
  },
  {
    name: 'list-with-trailing-comma',
    breaks: '1',
    difference: 'A list has a comma after its last pet.',
    service: rewriting('listPets', (text) => text.replace(/}]$/, '},]')),
  },
  {
    name: 'json-in-json',
    breaks: '1',
    difference: 'A pet that is read is a JSON string that has the JSON of the pet.',
    service: rewriting('getPet', (text) => JSON.stringify(text)),
  },
  {
    name: 'undefined-in-json',
    breaks: '1',
    difference: 'A pet without a status is written with "status":undefined.',
    service: writing((text) => text.replaceAll(/("categoryId":-?\d+)}/g, '$1,"status":undefined}')),
  },
  {
    name: 'quotes-in-names-not-escaped',
    breaks: '1',
    difference: 'JSON is put together by hand, so a quote in a name ends the string.',
    service: writing((text) => text.replaceAll('\\"', '"')),
  },
  {
    name: 'backslashes-in-names-not-escaped',
    breaks: '1',
    difference: 'JSON is put together by hand, so a backslash in a name is not escaped.',
    service: writing((text) => text.replaceAll('\\\\', '\\')),
  },
  {
    name: 'line-breaks-in-names-not-escaped',
    breaks: '1',
    difference: 'JSON is put together by hand, so a line break in a name is written as it is.',
    service: writing((text) => text.replaceAll('\\n', '\n')),
  },
  {
    name: 'body-read-by-a-pattern',
    breaks: '1',
    difference: 'A body is refused with 400 when its name does not come first.',
    service: class extends Service {
      protected override fieldsOf(call: Call) {
        const fields = super.fieldsOf(call);
        if (Object.keys(fields).indexOf('name') > 0) throw badRequest('name must come first.');
        return fields;
      }
    },
  },
];
