import { badRequest, type Call, Refusal } from '../call.js';
import { isPetStatus, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { LegalVariant } from '../variant.js';

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
  {
    name: 'limit-brought-into-range',
    permittedBy: '7',
    difference: 'A limit below 1 counts as 1, one above 100 as 100, another text as 20.',
    service: outOfRange((text) => Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), 100)),
  },
  {
    name: 'limit-out-of-range-ignored',
    permittedBy: '7',
    difference: 'A limit out of range counts as none.',
    service: outOfRange(() => 20),
  },
  {
    name: 'limit-out-of-range-obeyed',
    permittedBy: '7',
    difference: 'A limit above 100 is obeyed, one of 0 gives an empty list.',
    service: outOfRange((text) => Math.max(Math.trunc(Number(text)) || 0, 0)),
  },
  {
    name: 'limit-out-of-range-is-422',
    permittedBy: '7',
    difference: 'A limit out of range is refused with 422.',
    service: outOfRange(() => {
      throw new Refusal(422, 'unprocessable', 'limit must be from 1 to 100.');
    }),
  },
  {
    name: 'unknown-filter-finds-nothing',
    permittedBy: '7',
    difference: 'An unknown status gives an empty list.',
    service: class extends Service {
      protected override filterOf(call: Call) {
        return (call.query.get('status') as PetStatus | null) ?? undefined;
      }
    },
  },
  {
    name: 'unknown-filter-ignored',
    permittedBy: '7',
    difference: 'An unknown status counts as none.',
    service: unknownStatus(() => undefined),
  },
  {
    name: 'filter-in-any-case',
    permittedBy: '7',
    difference: 'SOLD counts as sold.',
    service: unknownStatus((text) => {
      const lower = text.toLowerCase();
      if (!isPetStatus(lower)) throw badRequest('status is unknown.');
      return lower;
    }),
  },
  {
    name: 'unknown-parameters-refused',
    permittedBy: '4.1',
    difference: 'A parameter that the document does not have is refused with 400.',
    service: class extends Service {
      protected override async list(call: Call) {
        for (const name of call.query.keys())
          if (name !== 'limit' && name !== 'status') throw badRequest(`${name} is unknown.`);
        return super.list(call);
      }
    },
  },
  {
    name: 'repeated-parameters-refused',
    permittedBy: '4.1',
    difference: 'A parameter that comes twice is refused with 400.',
    service: class extends Service {
      protected override async list(call: Call) {
        const names = [...call.query.keys()];
        if (new Set(names).size < names.length) throw badRequest('A parameter comes twice.');
        return super.list(call);
      }
    },
  },
  {
    name: 'more-pages',
    permittedBy: '4.1',
    difference: 'Further pages can be had with page=2, and headers tell of them.',
    service: class extends Service {
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
  },
];
