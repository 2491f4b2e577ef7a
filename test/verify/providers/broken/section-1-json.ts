import { badRequest, type Call } from '../call.js';
import { Service } from '../service.js';
import {
  answering,
  type BrokenVariant,
  breaking,
  isGood,
  rewriting,
  withBody,
  writing,
} from '../variant.js';

const page = '<!DOCTYPE html><html><body><h1>Our pets</h1></body></html>';

/** What is sent isn't JSON, or doesn't say that it is. */
export const section1Json: readonly BrokenVariant[] = breaking('1', {
  'json-as-text-html': [
    'Every answer is JSON, but its content type is text/html.',
    answering((answer) => withBody(answer, answer.body, 'text/html; charset=utf-8')),
  ],
  'json-as-text-plain-when-created': [
    'A created pet comes as text/plain.',
    answering((answer) =>
      answer.status === 201 ? withBody(answer, answer.body, 'text/plain') : answer,
    ),
  ],
  'no-content-type': [
    'Successful answers have no content type.',
    answering((answer) => (isGood(answer) ? { ...answer, headers: {} } : answer)),
  ],
  'vendor-content-type': [
    'Successful answers have the content type application/vnd.animals.v1+json.',
    answering((answer) =>
      isGood(answer) ? withBody(answer, answer.body, 'application/vnd.animals.v1+json') : answer,
    ),
  ],
  'list-as-html-page': [
    'A list is an HTML page.',
    answering((answer, call) =>
      call.operation === 'listPets' && isGood(answer)
        ? withBody(answer, page, 'text/html')
        : answer,
    ),
  ],
  'created-pet-as-xml': [
    'A created pet comes as XML.',
    answering((answer) =>
      answer.status === 201 ? withBody(answer, '<pet><id>31</id></pet>', 'text/xml') : answer,
    ),
  ],
  'list-as-json-lines': [
    'A list has one JSON object a line and no brackets.',
    rewriting('listPets', (text) => text.slice(1, -1).replaceAll('},{', '}\n{')),
  ],
  'html-comment-after-json': [
    'A list is followed by an HTML comment of the cache.',
    rewriting('listPets', (text) => `${text}\n<!-- served from cache -->`),
  ],
  'guard-before-json': [
    "A list starts with the guard )]}', that some web frameworks put before JSON.",
    rewriting('listPets', (text) => `)]}',\n${text}`),
  ],
  'error-printed-after-json': [
    'A created pet is followed by the error of a handler that went on after answering.',
    rewriting('createPet', (text) => `${text}{"error":"headers already sent"}`),
  ],
  'pet-in-single-quotes': [
    "A pet that is read has single quotes: {'id': 1}.",
    rewriting('getPet', (text) => text.replaceAll('"', "'")),
  ],
  'list-with-trailing-comma': [
    'A list has a comma after its last pet.',
    rewriting('listPets', (text) => text.replace(/}]$/, '},]')),
  ],
  'json-in-json': [
    'A pet that is read is a JSON string that has the JSON of the pet.',
    rewriting('getPet', (text) => JSON.stringify(text)),
  ],
  'undefined-in-json': [
    'A pet without a status is written with "status":undefined.',
    writing((text) => text.replaceAll(/("categoryId":-?\d+)}/g, '$1,"status":undefined}')),
  ],
  'quotes-in-names-not-escaped': [
    'JSON is put together by hand, so a quote in a name ends the string.',
    writing((text) => text.replaceAll('\\"', '"')),
  ],
  'backslashes-in-names-not-escaped': [
    'JSON is put together by hand, so a backslash in a name is not escaped.',
    writing((text) => text.replaceAll('\\\\', '\\')),
  ],
  'line-breaks-in-names-not-escaped': [
    'JSON is put together by hand, so a line break in a name is written as it is.',
    writing((text) => text.replaceAll('\\n', '\n')),
  ],
  'body-read-by-a-pattern': [
    'A body is refused with 400 when its name does not come first.',
    class extends Service {
      protected override fieldsOf(call: Call) {
        const fields = super.fieldsOf(call);
        if (Object.keys(fields).indexOf('name') > 0) throw badRequest('name must come first.');
        return fields;
      }
    },
  ],
});
