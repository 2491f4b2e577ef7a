import { badRequest } from '../call.js';
import {
  answering,
  breaking,
  changing,
  isGood,
  isGoodOf,
  rewriting,
  sending,
  withBody,
  writing,
} from '../variant.js';

const page = '<!DOCTYPE html><html><body><h1>Our pets</h1></body></html>';

/** What is sent isn't JSON, or doesn't say that it is. */
export const section1Json = breaking('1', {
  'A created pet comes as text/plain.': answering((answer) =>
    answer.status === 201 ? withBody(answer, answer.body, 'text/plain') : answer,
  ),
  'A list is an HTML page.': answering((answer, call) =>
    call.operation === 'listPets' && isGood(answer) ? withBody(answer, page, 'text/html') : answer,
  ),
  'A list has one JSON object a line and no brackets.': rewriting('listPets', (text) =>
    text.slice(1, -1).replaceAll('},{', '}\n{'),
  ),
  'A list is followed by an HTML comment of the cache.': rewriting(
    'listPets',
    (text) => `${text}\n<!-- served from cache -->`,
  ),
  'A created pet is followed by the error of a handler that went on after answering.': rewriting(
    'createPet',
    (text) => `${text}{"error":"headers already sent"}`,
  ),
  "A pet that is read has single quotes: {'id': 1}.": rewriting('getPet', (text) =>
    text.replaceAll('"', "'"),
  ),
  'A pet that is read is a JSON string that has the JSON of the pet.': rewriting('getPet', (text) =>
    JSON.stringify(text),
  ),
  'A pet without a status is written with "status":undefined.': writing((text) =>
    text.replaceAll(/("categoryId":-?\d+)}/g, '$1,"status":undefined}'),
  ),
  'JSON is put together by hand, so a quote in a name ends the string.': writing((text) =>
    text.replaceAll('\\"', '"'),
  ),
  'JSON is put together by hand, so a backslash in a name is not escaped.': writing((text) =>
    text.replaceAll('\\\\', '\\'),
  ),
  'JSON is put together by hand, so a line break in a name is written as it is.': writing((text) =>
    text.replaceAll('\\n', '\n'),
  ),
  'A body is refused with 400 when its name does not come first.': changing(
    'fieldsOf',
    (plain, call) => {
      const fields = plain(call);
      if (Object.keys(fields).indexOf('name') > 0) throw badRequest('name must come first.');
      return fields;
    },
  ),
});

/** Answers that don't arrive, or not whole. */
export const section1Wire = [
  ...breaking('1', {
    'Content-Length counts characters, so a name beyond ASCII cuts the end of the JSON.': sending(
      (response, answer) => {
        const body = Buffer.from(answer.body);
        const length = `${answer.body}`.length;
        response
          .writeHead(answer.status, { ...answer.headers, 'Content-Length': length })
          .end(body.subarray(0, length));
      },
    ),
    'The connection is closed in the middle of a list.': sending(
      (response, answer, call, plain) => {
        if (!isGoodOf('listPets', answer, call)) return plain();
        const body = Buffer.from(answer.body);
        response.writeHead(answer.status, { ...answer.headers, 'Content-Length': body.length });
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      },
    ),
    'A created pet has two more bytes than its Content-Length says.': sending(
      (response, answer, call, plain) => {
        if (!isGoodOf('createPet', answer, call)) return plain();
        response
          .writeHead(answer.status, {
            ...answer.headers,
            'Content-Length': Buffer.byteLength(answer.body) - 2,
            Connection: 'close',
          })
          .end(answer.body);
      },
    ),
    'JSON is sent in Latin-1 instead of UTF-8.': answering((answer) =>
      withBody(answer, Buffer.from(`${answer.body}`, 'latin1')),
    ),
  }),
  ...breaking('4.3', {
    'Reading a pet closes the connection without an answer.': sending(
      (response, answer, call, plain) =>
        isGoodOf('getPet', answer, call) ? response.destroy() : plain(),
    ),
    'Reading a pet is answered with JSON alone, without HTTP around it.': sending(
      (response, answer, call, plain) =>
        isGoodOf('getPet', answer, call) ? response.socket?.end(answer.body) : plain(),
    ),
  }),
  ...breaking('4.2', {
    'A refused body closes the connection without an answer.': sending(
      (response, answer, call, plain) =>
        call.operation === 'createPet' && answer.status === 400 ? response.destroy() : plain(),
    ),
    'A pet is created, but never answered.': sending((_response, answer, _call, plain) => {
      if (answer.status !== 201) plain();
    }),
  }),
  ...breaking('4.1', {
    'A list is never answered.': sending((_response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) plain();
    }),
    'A list starts and never ends.': sending((response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) return plain();
      response.writeHead(answer.status, { ...answer.headers });
      response.write(answer.body.slice(0, 40));
    }),
    'A list is a megabyte of something else.': sending((response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) return plain();
      response.writeHead(200, answer.headers).end(Buffer.alloc(1_000_000, '\u0007garbage '));
    }),
  }),
];
