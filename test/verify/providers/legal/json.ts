import { parse, stringify } from 'lossless-json';
import { Service } from '../service.js';
import { answering, permitting, showing, showingErrors, withBody, writing } from '../variant.js';

const typed = (type: string) => answering((answer) => withBody(answer, answer.body, type));

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON may be written in many ways, and may have more than the document names. */
export const legalJson = permitting({
  'The content type is application/json; charset=utf-8.': typed('application/json; charset=utf-8'),
  'The content type is Application/JSON;Charset="UTF-8".': typed(
    'Application/JSON;Charset="UTF-8"',
  ),
  'JSON has line breaks and indents.': writing(
    (text) => stringify(parse(text), undefined, 4) ?? text,
  ),
  'JSON starts with blank lines and ends with a line break.': writing((text) => `\r\n\t ${text}\n`),
  'The members of objects come in the opposite order.': writing(
    (text) =>
      stringify(parse(text), (_key, value) =>
        value?.constructor === Object
          ? Object.fromEntries(Object.entries(value).toReversed())
          : value,
      ) ?? text,
  ),
  'Every character beyond ASCII is written as an escape.': writing((text) =>
    text.replace(/[\u007f-\uffff]/g, escaped),
  ),
  'Every letter of a string is written as an escape, in member names too.': writing((text) =>
    text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
      string.replace(/\\u[0-9a-f]{4}|\\.|[a-z]/gi, (part) =>
        part.length === 1 ? escaped(part) : part,
      ),
    ),
  ),
  'A slash in a string is written as \\/.': writing((text) => text.replaceAll('/', '\\/')),
  'Pets have more fields: times, tags, links, a category object, a null.': showing((pet) => ({
    ...pet,
    createdAt: '2030-01-01T00:00:00Z',
    tags: ['dog', null],
    owner: null,
    price: 12.5,
    category: { id: pet.categoryId, name: 'Dogs' },
    _links: { self: { href: `/v1/pets/${pet.id}` } },
  })),
  'Pets have one more field, which counts how often they were shown.': class extends Service {
    #views = 0;

    override shown(...given: Parameters<Service['shown']>) {
      this.#views += 1;
      return { ...super.shown(...given), views: this.#views };
    }
  },
  'Errors have more fields: a request id, details, a link, a nested error.': showingErrors(
    (error, call) => ({
      ...error,
      requestId: 'b7f3',
      path: call.path,
      details: [{ field: 'name', message: 'must be a string', value: null }],
      error: { ...error },
    }),
  ),
  'The codes of errors are numbers of a catalogue, such as "E-4711".': showingErrors((error) => ({
    ...error,
    code: `E-${Number(error.status) * 17}`,
  })),
  'All errors have the same code.': showingErrors((error) => ({ ...error, code: 'ERROR' })),
  'The code of an error is empty.': showingErrors((error) => ({ ...error, code: '' })),
  'The message of an error is empty.': showingErrors((error) => ({ ...error, message: '' })),
  'The message of an error is in Polish, long, and different each time.': showingErrors(
    (error) => ({
      ...error,
      message: `Żądanie odrzucono 🐾 (${Math.random()}). ${'Proszę spróbować inaczej. '.repeat(40)}`,
    }),
  ),
});
