import { badRequest, type Call, Refusal } from '../call.js';
import { isPetStatus, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, permitting } from '../variant.js';

/** Takes a limit in another way where it isn't from 1 to 100. */
const outOfRange = (limitOf: (text: string) => number) =>
  class extends Service {
    protected override limitOf(call: Call) {
      const text = call.query.get('limit') ?? '20';
      return /^([1-9]\d?|100)$/.test(text) ? Number(text) : limitOf(text);
    }
  };

const unknownStatus = (filterOf: (text: string) => PetStatus | undefined) =>
  class extends Service {
    protected override filterOf(call: Call) {
      const text = call.query.get('status');
      return text === null || isPetStatus(text) ? super.filterOf(call) : filterOf(text);
    }
  };

/** What a list does with a query that the document leaves open. */
export const legalQuery: readonly LegalVariant[] = [
  ...permitting('7', {
    'limit-brought-into-range': [
      'A limit below 1 counts as 1, one above 100 as 100, another text as 20.',
      outOfRange((text) => Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), 100)),
    ],
    'limit-out-of-range-ignored': ['A limit out of range counts as none.', outOfRange(() => 20)],
    'limit-out-of-range-obeyed': [
      'A limit above 100 is obeyed, one of 0 gives an empty list.',
      outOfRange((text) => Math.max(Math.trunc(Number(text)) || 0, 0)),
    ],
    'limit-out-of-range-is-422': [
      'A limit out of range is refused with 422.',
      outOfRange(() => {
        throw new Refusal(422, 'unprocessable', 'limit must be from 1 to 100.');
      }),
    ],
    'unknown-filter-finds-nothing': [
      'An unknown status gives an empty list.',
      class extends Service {
        protected override filterOf(call: Call) {
          return (call.query.get('status') as PetStatus | null) ?? undefined;
        }
      },
    ],
    'unknown-filter-ignored': ['An unknown status counts as none.', unknownStatus(() => undefined)],
    'filter-in-any-case': [
      'SOLD counts as sold.',
      unknownStatus((text) => {
        const lower = text.toLowerCase();
        if (!isPetStatus(lower)) throw badRequest('status is unknown.');
        return lower;
      }),
    ],
  }),
  ...permitting('4.1', {
    'unknown-parameters-refused': [
      'A parameter that the document does not have is refused with 400.',
      class extends Service {
        protected override async list(call: Call) {
          for (const name of call.query.keys())
            if (name !== 'limit' && name !== 'status') throw badRequest(`${name} is unknown.`);
          return super.list(call);
        }
      },
    ],
    'repeated-parameters-refused': [
      'A parameter that comes twice is refused with 400.',
      class extends Service {
        protected override async list(call: Call) {
          const names = [...call.query.keys()];
          if (new Set(names).size < names.length) throw badRequest('A parameter comes twice.');
          return super.list(call);
        }
      },
    ],
    'more-pages': [
      'Further pages can be had with page=2, and headers tell of them.',
      class extends Service {
        protected override async list(call: Call) {
          const limit = this.limitOf(call);
          const page = Number(call.query.get('page') ?? 1);
          const pets = this.page(Number.POSITIVE_INFINITY, this.filterOf(call));
          const shown = this.shownPage(pets.slice((page - 1) * limit, page * limit), call);
          const answer = this.reply(200, shown, call);
          const Link = `<${this.base}/pets?page=${page + 1}>; rel="next"`;
          return {
            ...answer,
            headers: { ...answer.headers, Link, 'X-Total-Count': `${pets.length}` },
          };
        }
      },
    ],
  }),
];
