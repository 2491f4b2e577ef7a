import { badRequest, type Call, Refusal } from '../call.js';
import { isPetStatus, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting } from '../variant.js';

/** Takes a limit in another way where it isn't from 1 to 100. */
const outOfRange = (limitOf: (text: string) => number) =>
  changing('limitOf', (_plain, call) => {
    const text = call.query.get('limit') ?? '20';
    return /^([1-9]\d?|100)$/.test(text) ? Number(text) : limitOf(text);
  });

const unknownStatus = (filterOf: (text: string) => PetStatus | undefined) =>
  changing('filterOf', (plain, call) => {
    const text = call.query.get('status');
    return text === null || isPetStatus(text) ? plain(call) : filterOf(text);
  });

/** What a list does with a query that the document leaves open. */
export const legalQuery = permitting({
  'A limit below 1 counts as 1, one above 100 as 100, another text as 20.': outOfRange((text) =>
    Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), 100),
  ),
  'A limit out of range counts as none.': outOfRange(() => 20),
  'A limit above 100 is obeyed, one of 0 gives an empty list.': outOfRange((text) =>
    Math.max(Math.trunc(Number(text)) || 0, 0),
  ),
  'A limit out of range is refused with 422.': outOfRange(() => {
    throw new Refusal(422, 'unprocessable', 'limit must be from 1 to 100.');
  }),
  'An unknown status gives an empty list.': changing(
    'filterOf',
    (_plain, call) => (call.query.get('status') as PetStatus | null) ?? undefined,
  ),
  'An unknown status counts as none.': unknownStatus(() => undefined),
  'SOLD counts as sold.': unknownStatus((text) => {
    const lower = text.toLowerCase();
    if (!isPetStatus(lower)) throw badRequest('status is unknown.');
    return lower;
  }),
  'A parameter that the document does not have is refused with 400.': changing(
    'list',
    async (plain, call) => {
      for (const name of call.query.keys())
        if (name !== 'limit' && name !== 'status') throw badRequest(`${name} is unknown.`);
      return plain(call);
    },
  ),
  'A parameter that comes twice is refused with 400.': changing('list', async (plain, call) => {
    const names = [...call.query.keys()];
    if (new Set(names).size < names.length) throw badRequest('A parameter comes twice.');
    return plain(call);
  }),
  'Further pages can be had with page=2, and headers tell of them.': class extends Service {
    override async list(call: Call) {
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
});
