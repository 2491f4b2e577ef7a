import { parse, stringify } from 'lossless-json';
import { Service } from '../service.js';
import {
  answering,
  type LegalVariant,
  showing,
  showingErrors,
  withBody,
  writing,
} from '../variant.js';

const typed = (type: string) => answering((answer) => withBody(answer, answer.body, type));

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON may be written in many ways, and may have more than the document names. */
export const legalJson: readonly LegalVariant[] = [
  {
    name: 'charset-in-the-content-type',
    permittedBy: '1',
    difference: 'The content type is application/json; charset=utf-8.',
    service: typed('application/json; charset=utf-8'),
  },
  {
    name: 'content-type-in-capitals',
    permittedBy: '1',
    difference: 'The content type is Application/JSON;Charset="UTF-8".',
    service: typed('Application/JSON;Charset="UTF-8"'),
  },
  {
    name: 'pretty-json',
    permittedBy: '1',
    difference: 'JSON has line breaks and indents.',
    service: writing((text) => stringify(parse(text), undefined, 4) ?? text),
  },
  {
    name: 'blanks-around-json',
    permittedBy: '1',
    difference: 'JSON starts with blank lines and ends with a line break.',
    service: writing((text) => `\r\n\t ${text}\n`),
  },
  {
    name: 'members-in-another-order',
    permittedBy: '1',
    difference: 'The members of objects come in the opposite order.',
    service: writing(
      (text) =>
        stringify(parse(text), (_key, value) =>
          value?.constructor === Object
            ? Object.fromEntries(Object.entries(value).toReversed())
            : value,
        ) ?? text,
    ),
  },
  {
    name: 'json-in-ascii',
    permittedBy: '1',
    difference: 'Every character beyond ASCII is written as an escape.',
    service: writing((text) => text.replace(/[\u007f-\uffff]/g, escaped)),
  },
  {
    name: 'every-letter-escaped',
    permittedBy: '1',
    difference: 'Every letter of a string is written as an escape, in member names too.',
    service: writing((text) =>
      text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
        string.replace(/\\u[0-9a-f]{4}|\\.|[a-z]/gi, (part) =>
          part.length === 1 ? escaped(part) : part,
        ),
      ),
    ),
  },
  {
    name: 'slashes-escaped',
    permittedBy: '1',
    difference: 'A slash in a string is written as \\/.',
    service: writing((text) => text.replaceAll('/', '\\/')),
  },
  {
    name: 'more-fields-in-pets',
    permittedBy: '2',
    difference: 'Pets have more fields: times, tags, links, a category object, a null.',
    service: showing((pet) => ({
      ...pet,
      createdAt: '2030-01-01T00:00:00Z',
      tags: ['dog', null],
      owner: null,
      price: 12.5,
      category: { id: pet.categoryId, name: 'Dogs' },
      _links: { self: { href: `/v1/pets/${pet.id}` } },
    })),
  },
  {
    name: 'views-counted',
    permittedBy: '2',
    difference: 'Pets have one more field, which counts how often they were shown.',
    service: class extends Service {
      #views = 0;

      protected override shown(...given: Parameters<Service['shown']>) {
        this.#views += 1;
        return { ...super.shown(...given), views: this.#views };
      }
    },
  },
  {
    name: 'more-fields-in-errors',
    permittedBy: '2',
    difference: 'Errors have more fields: a request id, details, a link, a nested error.',
    service: showingErrors((error, call) => ({
      ...error,
      requestId: 'b7f3',
      path: call.path,
      details: [{ field: 'name', message: 'must be a string', value: null }],
      error: { ...error },
    })),
  },
  {
    name: 'opaque-codes',
    permittedBy: '7',
    difference: 'The codes of errors are numbers of a catalogue, such as "E-4711".',
    service: showingErrors((error) => ({ ...error, code: `E-${Number(error.status) * 17}` })),
  },
  {
    name: 'one-code-for-all',
    permittedBy: '7',
    difference: 'All errors have the same code.',
    service: showingErrors((error) => ({ ...error, code: 'ERROR' })),
  },
  {
    name: 'empty-code',
    permittedBy: '7',
    difference: 'The code of an error is empty.',
    service: showingErrors((error) => ({ ...error, code: '' })),
  },
  {
    name: 'empty-message',
    permittedBy: '7',
    difference: 'The message of an error is empty.',
    service: showingErrors((error) => ({ ...error, message: '' })),
  },
  {
    name: 'messages-in-another-language',
    permittedBy: '7',
    difference: 'The message of an error is in Polish, long, and different each time.',
    service: showingErrors((error) => ({
      ...error,
      message: `Żądanie odrzucono 🐾 (${Math.random()}). ${'Proszę spróbować inaczej. '.repeat(40)}`,
    })),
  },
];
