import { type Answer, type Call, notFound, Refusal } from '../call.js';
import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, withBody } from '../variant.js';

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
  {
    name: 'id-beyond-int64-is-500',
    breaks: '4.3',
    difference: 'A petId beyond int64 fails with 500: it does not fit into the query.',
    service: failingOn(isLong),
  },
  {
    name: 'id-of-many-digits-is-500',
    breaks: '4.3',
    difference: 'A petId of more than 30 digits fails with 500.',
    service: failingOn((petId) => petId.length > 30),
  },
  {
    name: 'id-below-int64-is-500',
    breaks: '4.3',
    difference: 'A petId below -2^63 fails with 500.',
    service: failingOn((petId) => isLong(petId) && petId.startsWith('-')),
  },
  {
    name: 'id-of-letters-is-500',
    breaks: '4.3',
    difference: 'A petId of letters fails with 500: it is not a number.',
    service: failingOn((petId) => !isNumber(petId)),
  },
  {
    name: 'id-with-a-nul-is-500',
    breaks: '4.3',
    difference: 'A petId with a NUL fails with 500: the database accepts none.',
    service: failingOn((petId) => petId.includes('\0')),
  },
  {
    name: 'id-of-letters-not-routed',
    breaks: '4.3',
    difference: 'A petId of letters has no route: 404 without a body.',
    service: answeringIds(
      (petId) => !isNumber(petId),
      ({ render }) => withBody(render(notFound()), ''),
    ),
  },
  {
    name: 'id-beyond-int64-not-routed',
    breaks: '4.3',
    difference: 'A petId beyond int64 has no route: 404 and an HTML page.',
    service: answeringIds(isLong, ({ render }) =>
      withBody(render(notFound()), '<h1>Not Found</h1>', 'text/html'),
    ),
  },
  {
    name: 'id-of-letters-as-the-framework-does',
    breaks: '7',
    difference: 'A petId of letters is refused with 422 and {"detail": [...]}.',
    service: answeringIds(
      (petId) => !isNumber(petId),
      ({ render }) =>
        withBody(
          render(new Refusal(422, 'unprocessable', '-')),
          '{"detail":[{"type":"int_parsing","loc":["path","petId"]}]}',
        ),
    ),
  },
  {
    name: 'id-of-letters-is-the-first-pet',
    breaks: '4.3',
    difference: 'A petId of letters adds no condition to the query, so the first pet is returned.',
    service: finding((petId, pets) => (isNumber(petId) ? undefined : pets[0])),
  },
  {
    name: 'id-wraps-at-64-bits',
    breaks: '4.3',
    difference: 'The id of a pet plus 2^64 finds that pet.',
    service: finding((petId, pets) =>
      isLong(petId) ? pets.find(({ id }) => id === BigInt.asIntN(64, BigInt(petId))) : undefined,
    ),
  },
];
