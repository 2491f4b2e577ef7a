import { isJson, typeOf, unsupported } from './broken/section-4-2.js';
import { reading } from './broken/section-4-3.js';
import { before, readBody } from './broken/section-5.js';
import { badRequest, type Call, Refusal } from './call.js';
import { refusingNames } from './legal/requests.js';
import type { Pet, PetStatus } from './pet.js';
import { Service } from './service.js';
import {
  atCalls,
  changing,
  type DoubtfulVariant,
  doubting,
  naming,
  refusingCalls,
  rowsOf,
  taking,
  withBody,
  writing,
} from './variant.js';

/** Refuses calls with an HTML page, as a framework does before it calls a handler. */
const refusingInHtml = (refusalOf: (call: Call) => Refusal | undefined, page: string) =>
  changing('serve', async function (plain, call) {
    const refusal = refusalOf(call);
    return refusal === undefined
      ? plain(call)
      : withBody(this.refused(refusal, call), page, 'text/html');
  });

/** Neither called broken nor legal: the words of the document bear both readings. */
export const doubtfulVariants: readonly DoubtfulVariant[] = [
  ...doubting('failed', {
    // limit is the "maximum number", which permits fewer, and the "page size", which does not.
    'A page that could be full has one pet less than the limit.': changing(
      'page',
      (plain, limit, filter) => {
        const page = plain(limit, filter);
        return limit > 1 && page.length === limit ? page.slice(0, -1) : page;
      },
    ),
    // Which pets "a page of animals" has is not stated, but equal calls should agree.
    'Each list leaves out what the one before it had, until every pet was seen.': class extends Service {
      #seen = 0;

      override page(limit: number, filter: PetStatus | undefined) {
        const all = super.page(Number.POSITIVE_INFINITY, filter);
        if (this.#seen >= all.length) this.#seen = 0;
        const page = all.slice(this.#seen, this.#seen + limit);
        this.#seen += page.length;
        return page;
      }
    },
    // They may count as available within the service; yet only pets "with this status" belong.
    'The filter available shows pets too that are shown without a status.': changing(
      'matches',
      (_plain, pet, filter) => (pet.status ?? 'available') === filter,
    ),
  }),
  ...doubting('passed', {
    // 7.0 is an integer by JSON Schema of today, and none by that of draft 4.
    'Ids and categories are written as 7.0.': writing((text) =>
      text.replace(/("(?:id|categoryId)":-?\d+)/g, '$1.0'),
    ),
    // When the status is assigned that is "not stated" is not stated either.
    'A pet created without a status is shown without one, and later as available.': class extends Service {
      override shown(pet: Pet, call: Call) {
        const status = call.operation === 'createPet' ? undefined : 'available';
        return { ...super.shown(pet, call), status: pet.status ?? status };
      }

      override matches(pet: Pet, filter: PetStatus) {
        return (pet.status ?? 'available') === filter;
      }
    },
    // Both are the same bytes, and how keys are issued is not shown.
    'The key, which is hexadecimal, is accepted in capitals.': class extends Service {
      override readonly apiKey = '7c1f0b9e5a3d42e8';

      override isAllowed({ headers: { authorization = '' } }: Call) {
        return authorization.toLowerCase() === `bearer ${this.apiKey}`;
      }
    },
  }),
  ...doubting('advice', {
    // The behaviour for a limit out of range is "not shown", but nobody means a crash by that.
    'A negative limit fails with 500.': changing('limitOf', (plain, call) => {
      if (call.query.get('limit')?.startsWith('-')) throw new RangeError('LIMIT must be positive');
      return plain(call);
    }),
    // Every int64 is of the right type, but a service may know which categories there are.
    'Category 0 and negative ones are refused with 400.': taking('categoryOf')((_value, plain) => {
      const categoryId = plain();
      if (categoryId <= 0n) throw badRequest('There is no such category.');
      return categoryId;
    }),
    // The animal has its name, but not the characters that were sent.
    'Spaces at the end of a name are lost.': naming((name) => name.trimEnd()),
    // As above: by Unicode, both are the same text.
    'A letter and its combining accent become one character.': naming((name) =>
      name.normalize('NFC'),
    ),
    // Section 3 shows no transition, and excludes none.
    'In the middle, all pending pets become available.': atCalls((service, count) => {
      if (count === 200) {
        service.pets = service.pets.map((pet) =>
          pet.status === 'pending' ? { ...pet, status: 'available' } : pet,
        );
      }
    }),
    // The document does not say how a petId may be spelled.
    ...rowsOf('A petId is read', reading, {
      'by Number of JavaScript': (petId) => `${Number(petId)}`,
      'without spaces around it': (petId) => petId.trim(),
      'up to a line break, which $ of a pattern lets through': (petId) => petId.replace(/\n$/, ''),
    }),
    // A media type has no case, but the document writes it in small letters.
    ...rowsOf(
      'A body declared as Application/JSON is refused with',
      (refusal: Refusal) =>
        refusingCalls((call) => (typeOf(call).startsWith('A') ? refusal : undefined)),
      { '415': unsupported(), '400': badRequest('Send application/json.') },
    ),
    // A string may have it, but many databases cannot store it.
    'A name with U+0000 is refused with 400.': refusingNames((name) => name.includes('\0')),
    // Size limits are "not shown", and 413 is the status that HTTP has for them.
    'A name of more than 255 characters is refused with 413.': naming((name) => {
      if (name.length > 255) throw new Refusal(413, 'content_too_large', 'The name is too long.');
      return name;
    }),
    // All error bodies have the shape Error; but frameworks refuse these before a handler runs.
    'A body that is not declared as JSON is refused with 415 and an HTML page.': refusingInHtml(
      (call) => (call.operation === 'createPet' && !isJson(call) ? unsupported() : undefined),
      '<h1>Unsupported Media Type</h1>',
    ),
    // HTTP has a status for it.
    'A body in chunks is refused with 411 and an HTML page.': refusingInHtml(
      ({ headers }) =>
        headers['transfer-encoding'] === undefined ? undefined : new Refusal(411, 'length', '-'),
      '<h1>Length Required</h1>',
    ),
    'A body of more than 100 kB is refused with 413 and an HTML page.': refusingInHtml(
      ({ body }) =>
        body.length > 102_400 ? new Refusal(413, 'too_large', 'It is too large.') : undefined,
      '<pre>PayloadTooLargeError: request entity too large</pre>',
    ),
    // The conditions of 400 and 401 are both met, and no order is stated.
    'Without the key an invalid body is refused with 400.': before(readBody),
    'Without the key a body that is not declared as JSON is refused with 415.': before(
      (_service, call) => {
        if (call.operation === 'createPet' && !isJson(call)) throw unsupported();
      },
    ),
    // The conditions of 404 and 401 are both met, and no order is stated.
    'Without the key an unknown pet is answered with 404.': before((service, call) =>
      call.operation === 'getPet' ? service.read(call) : undefined,
    ),
  }),
];
