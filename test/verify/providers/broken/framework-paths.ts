import { type Answer, type Call, notFound, Refusal } from '../call.js';
import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, withBody } from '../variant.js';

const isLong = (petId: string) => /^-?\d+$/.test(petId) && int64Of(petId) === undefined;
const isNumber = (petId: string) => /^-?\d+$/.test(petId);

/** Answers some ids in another way. */
const answeringIds = (
  concerns: (petId: string) => boolean,
  answer: (service: { render(refusal: Refusal): Answer }) => Answer,
) =>
  class extends Service {
    protected override async read(call: Call) {
      if (!concerns(call.petId)) return super.read(call);
      return answer({ render: (refusal) => this.refused(refusal, call) });
    }
  };

const failingOn = (concerns: (petId: string) => boolean) =>
  answeringIds(concerns, ({ render }) => render(new Refusal(500, 'error', 'out of range')));

/** Finds pets by more ids than their own. */
const finding = (find: (petId: string, pets: readonly Pet[]) => Pet | undefined) =>
  class extends Service {
    protected override find(petId: string) {
      return super.find(petId) ?? find(petId, this.pets);
    }
  };

/** Ids in the path that a router, a conversion or a database cannot handle. */
export const frameworkPaths: readonly BrokenVariant[] = [
  ...breaking('4.3', {
    'id-beyond-int64-is-500': [
      'A petId beyond int64 fails with 500: it does not fit into the query.',
      failingOn(isLong),
    ],
    'id-of-many-digits-is-500': [
      'A petId of more than 30 digits fails with 500.',
      failingOn((petId) => petId.length > 30),
    ],
    'id-below-int64-is-500': [
      'A petId below -2^63 fails with 500.',
      failingOn((petId) => isLong(petId) && petId.startsWith('-')),
    ],
    'id-of-letters-is-500': [
      'A petId of letters fails with 500: it is not a number.',
      failingOn((petId) => !isNumber(petId)),
    ],
    'id-with-a-nul-is-500': [
      'A petId with a NUL fails with 500: the database accepts none.',
      failingOn((petId) => petId.includes('\0')),
    ],
    'id-of-letters-not-routed': [
      'A petId of letters has no route: 404 without a body.',
      answeringIds(
        (petId) => !isNumber(petId),
        ({ render }) => withBody(render(notFound()), ''),
      ),
    ],
    'id-beyond-int64-not-routed': [
      'A petId beyond int64 has no route: 404 and an HTML page.',
      answeringIds(isLong, ({ render }) =>
        withBody(render(notFound()), '<h1>Not Found</h1>', 'text/html'),
      ),
    ],
  }),
  ...breaking('7', {
    'id-of-letters-as-the-framework-does': [
      'A petId of letters is refused with 422 and {"detail": [...]}.',
      answeringIds(
        (petId) => !isNumber(petId),
        ({ render }) =>
          withBody(
            render(new Refusal(422, 'unprocessable', '-')),
            '{"detail":[{"type":"int_parsing","loc":["path","petId"]}]}',
          ),
      ),
    ],
  }),
  ...breaking('4.3', {
    'id-of-letters-is-the-first-pet': [
      'A petId of letters adds no condition to the query, so the first pet is returned.',
      finding((petId, pets) => (isNumber(petId) ? undefined : pets[0])),
    ],
    'id-wraps-at-64-bits': [
      'The id of a pet plus 2^64 finds that pet.',
      finding((petId, pets) =>
        isLong(petId) ? pets.find(({ id }) => id === BigInt.asIntN(64, BigInt(petId))) : undefined,
      ),
    ],
  }),
];
