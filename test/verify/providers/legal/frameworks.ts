import { badRequest, type Call, Refusal } from '../call.js';
import { int64Of } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting, refusingCalls, writing } from '../variant.js';

/** Finds a pet by other ways to write its id. */
const findingBy = (rewritten: (petId: string) => string) =>
  changing('find', (plain, petId) => plain(rewritten(petId)));

/** Refuses bodies, but only where one is read. */
const refusingBodies = (isRefused: (call: Call) => boolean) =>
  changing('fieldsOf', (plain, call) => {
    if (isRefused(call)) throw badRequest('The body is not JSON.');
    return plain(call);
  });

const typeOf = ({ headers }: Call) => headers['content-type'] ?? '';

/** Defaults of frameworks that the document permits. */
export const legalFrameworks = permitting({
  'Angle brackets, ampersands, plus signs and U+2028 are written as escapes.': writing((text) =>
    text.replace(
      /[<>&+'\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ),
  'An id in the path may have leading zeros: /pets/007 is pet 7.': findingBy((petId) =>
    petId.replace(/^(-?)0+(?=\d)/, '$1'),
  ),
  'An id in the path may have a plus sign and spaces around it.': findingBy((petId) =>
    petId.trim().replace(/^\+/, ''),
  ),
  'An id in the path may be written as 7.0, which is the integer 7.': findingBy((petId) =>
    petId.replace(/\.0+$/, ''),
  ),
  'A petId that is no int64 is refused with 422 and an Error.': changing('find', (plain, petId) => {
    if (int64Of(petId) === undefined)
      throw new Refusal(422, 'unprocessable', 'petId must be an int64.');
    return plain(petId);
  }),
  'A path of more than 100 characters is refused with 414 and an Error.': refusingCalls(
    ({ path }) =>
      path.length > 100 ? new Refusal(414, 'too_long', 'The path is too long.') : undefined,
  ),
  'A body that starts with a byte order mark is refused with 400.': refusingBodies(({ body }) =>
    body.subarray(0, 3).equals(Buffer.from('\ufeff')),
  ),
  'A body in UTF-16 is read, because its first bytes show the encoding.': changing(
    'fieldsOf',
    (plain, call) => {
      const body = call.body[1] === 0 ? Buffer.from(call.body.toString('utf16le')) : call.body;
      return plain({ ...call, body });
    },
  ),
  'A body of more than 64 KiB ends the connection before an answer.': changing(
    'answer',
    async (plain, call) => {
      if (call.body.length > 65_536) throw new Error('aborted');
      return plain(call);
    },
  ),
  'A body that is not declared as application/json is refused with 400.': refusingBodies(
    (call) => !/^application\/json\s*(;|$)/i.test(typeOf(call)),
  ),
  'A body with a Content-Encoding is refused with 415 and an Error.': refusingCalls(
    ({ headers }) =>
      headers['content-encoding'] === undefined
        ? undefined
        : new Refusal(415, 'unsupported_media_type', 'Send it as it is.'),
  ),
  'A request that accepts neither JSON nor everything is refused with 406.': refusingCalls(
    ({ headers }) =>
      /\*\/\*|json/.test(headers.accept ?? '*/*')
        ? undefined
        : new Refusal(406, 'not_acceptable', 'There is JSON only.'),
  ),
  'A limit or status that is out of range, repeated or odd counts as none.': class extends Service {
    override limitOf(call: Call) {
      const [limit, ...more] = call.query.getAll('limit');
      const isOdd = more.length > 0 || !/^([1-9]\d?|100)$/.test(limit ?? '');
      return isOdd ? 20 : super.limitOf(call);
    }

    override filterOf(call: Call) {
      try {
        return super.filterOf(call);
      } catch {
        return undefined;
      }
    }
  },
});
