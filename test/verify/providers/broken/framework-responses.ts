import { LosslessNumber } from 'lossless-json';
import { type Answer, type Call, notFound, Refusal } from '../call.js';
import { digitsOf, int64Of, type Pet, type PetStatus, petStatuses, somePets } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGood, withBody } from '../variant.js';

/** Refuses unusual queries in a way of its own. */
const queryErrors = (concerns: (call: Call) => boolean, body: string, type?: string) =>
  class extends Service {
    override async list(call: Call) {
      if (!concerns(call)) return super.list(call);
      return withBody(this.refused(new Refusal(422, 'invalid', '-'), call), body, type);
    }
  };

const hasOddLimit = ({ query }: Call) => !/^([1-9]\d?|100)$/.test(query.get('limit') ?? '20');

const accepts = ({ headers }: Call) => headers.accept ?? '*/*';

/** Changes answers unless the request accepts JSON and nothing else. */
const negotiating = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) =>
    accepts(call).startsWith('application/json') ? answer : change(answer, call),
  );

/** Errors that a framework renders, and answers that it negotiates. */
export const frameworkErrors = [
  ...breaking('7', {
    'A limit out of range is refused with 422 and {"detail": [...]}.': queryErrors(
      hasOddLimit,
      '{"detail":[{"loc":["query","limit"]}]}',
    ),
    'A limit that is not a number is refused with an HTML page.': queryErrors(
      ({ query }) => /[a-z]/.test(query.get('limit') ?? ''),
      '<h1>Bad Request</h1>',
      'text/html',
    ),
    'An unknown status in the query is refused with timestamp, error and path.': queryErrors(
      ({ query }) => !['available', 'pending', 'sold'].includes(query.get('status') ?? 'sold'),
      '{"timestamp":"2030-01-01T00:00:00Z","status":422,"error":"-","path":"/v1/pets"}',
    ),
    'A limit that occurs twice is refused with an HTML page: it is read as an array.': queryErrors(
      ({ query }) => query.getAll('limit').length > 1,
      '<pre>TypeError: limit.trim is not a function</pre>',
      'text/html',
    ),
    'A parameter with brackets is refused with an HTML page.': queryErrors(
      ({ query }) => [...query.keys()].some((name) => name.includes('[')),
      '<h1>TypeError</h1>',
      'text/html',
    ),
  }),
  ...breaking('1', {
    'JSON starts with a byte order mark, which comes from a source file.': answering((answer) =>
      withBody(answer, `\ufeff${answer.body}`),
    ),
    'Errors are HTML pages unless the request accepts application/json alone.': negotiating(
      (answer) => (isGood(answer) ? answer : withBody(answer, '<h1>Error</h1>', 'text/html')),
    ),
    'Pets are XML unless the request accepts application/json alone.': negotiating((answer) =>
      isGood(answer) ? withBody(answer, '<pets/>', 'application/xml') : answer,
    ),
    'Requests that do not name application/json as accepted are refused with 406.': negotiating(
      () => ({
        status: 406,
        headers: { 'Content-Type': 'application/json' },
        body: '{"code":"not_acceptable","message":"Accept application/json.","status":406}',
      }),
    ),
  }),
  ...breaking('5', {
    'Without a key a request is redirected unless it accepts application/json alone.': negotiating(
      (answer) =>
        answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer,
    ),
  }),
  ...breaking('4.2', {
    'An invalid body is redirected back unless the request accepts JSON alone.': negotiating(
      (answer) =>
        answer.status === 400 ? { status: 302, headers: { Location: '/' }, body: '' } : answer,
    ),
  }),
];

const isLong = (petId: string) => /^-?\d+$/.test(petId) && int64Of(petId) === undefined;
const isNumber = (petId: string) => /^-?\d+$/.test(petId);

/** Answers some ids in another way. */
const answeringIds = (
  concerns: (petId: string) => boolean,
  answer: (service: { render(refusal: Refusal): Answer }) => Answer,
) =>
  class extends Service {
    override async read(call: Call) {
      if (!concerns(call.petId)) return super.read(call);
      return answer({ render: (refusal) => this.refused(refusal, call) });
    }
  };

const failingOn = (concerns: (petId: string) => boolean) =>
  answeringIds(concerns, ({ render }) => render(new Refusal(500, 'error', 'out of range')));

/** Finds pets by more ids than their own. */
const finding = (find: (petId: string, pets: readonly Pet[]) => Pet | undefined) =>
  class extends Service {
    override find(petId: string) {
      return super.find(petId) ?? find(petId, this.pets);
    }
  };

/** Ids in the path that a router, a conversion or a database cannot handle. */
export const frameworkPaths = [
  ...breaking('4.3', {
    'A petId of more than 30 digits fails with 500.': failingOn((petId) => petId.length > 30),
    'A petId below -2^63 fails with 500.': failingOn(
      (petId) => isLong(petId) && petId.startsWith('-'),
    ),
    'A petId of letters has no route: 404 without a body.': answeringIds(
      (petId) => !isNumber(petId),
      ({ render }) => withBody(render(notFound()), ''),
    ),
    'A petId beyond int64 has no route: 404 and an HTML page.': answeringIds(isLong, ({ render }) =>
      withBody(render(notFound()), '<h1>Not Found</h1>', 'text/html'),
    ),
    'The id of a pet plus 2^64 finds that pet.': finding((petId, pets) =>
      isLong(petId) ? pets.find(({ id }) => id === BigInt.asIntN(64, BigInt(petId))) : undefined,
    ),
  }),
  ...breaking('7', {
    'A petId of letters is refused with 422 and {"detail": [...]}.': answeringIds(
      (petId) => !isNumber(petId),
      ({ render }) =>
        withBody(
          render(new Refusal(422, 'unprocessable', '-')),
          '{"detail":[{"type":"int_parsing","loc":["path","petId"]}]}',
        ),
    ),
  }),
];

/** Accepts values that are no status; `false` leaves the value to the plain service. */
const takingStatus = (statusOf: (value: unknown) => PetStatus | undefined | false) =>
  changing('statusOf', (plain, value) => {
    const status = statusOf(value);
    return status === false ? plain(value) : status;
  });

/** Accepts values that are no int64 as a category. */
const takingCategory = (categoryOf: (value: unknown) => bigint | undefined) =>
  changing('categoryOf', (plain, value) => categoryOf(value) ?? plain(value));

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Values that languages and validators convert to others. */
export const frameworkValues = breaking('4.2', {
  'The status "0" is accepted as available, the first constant.': takingStatus(
    (value) => (typeof value === 'string' && petStatuses[Number(value || 'NaN')]) || false,
  ),
  'The status false is accepted as none.': takingStatus((value) =>
    value === false ? undefined : false,
  ),
  'The status [] is accepted as none: an empty array is empty.': takingStatus((value) =>
    isEmptyArray(value) ? undefined : false,
  ),
  'The status "sold\\n" is accepted: $ in a pattern also matches before a line break.':
    takingStatus((value) =>
      typeof value === 'string' && /^(available|pending|sold)\n$/.test(value)
        ? (value as PetStatus)
        : false,
    ),
  'The category true is accepted as 1; false is refused.': takingCategory((value) =>
    value === true ? 1n : undefined,
  ),
  'The category [] is accepted as 0.': takingCategory((value) =>
    isEmptyArray(value) ? 0n : undefined,
  ),
  'A category of 1e19 is accepted: the range is checked only for plain digits.': changing(
    'categoryOf',
    (plain, value) => {
      const digits = digitsOf(value) ?? '';
      return /^\d+e\d+$/.test(digits) ? (Number(digits) as unknown as bigint) : plain(value);
    },
  ),
  'A category of 2^64 is accepted as 0; categories just beyond int64 are refused.': takingCategory(
    (value) => {
      const digits = value instanceof LosslessNumber ? value.value : '';
      return /^\d{20}$/.test(digits) ? BigInt.asIntN(64, BigInt(digits)) : undefined;
    },
  ),
  'The name [] is accepted as an empty one.': changing('nameOf', (plain, value) =>
    isEmptyArray(value) ? '' : plain(value),
  ),
});

/** A page of fewer pets than the limit, though the store has more. */
const capped = (max: number, order: (pets: readonly Pet[]) => readonly Pet[]) =>
  class extends Service {
    override firstPets() {
      return somePets(40);
    }

    override page(limit: number, filter: PetStatus | undefined) {
      const all = order(super.page(Number.POSITIVE_INFINITY, filter));
      return all.slice(0, Math.min(limit, max));
    }
  };

/** Pages that a database or a paginator cuts short. */
export const frameworkPages = breaking('8', {
  'A page has 50 pets at most, the newest first, whatever the limit.': capped(50, (pets) =>
    pets.toReversed(),
  ),
});
