import { failingOnKeys } from '../broken/framework-requests.js';
import { before } from '../broken/section-5.js';
import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { changing, doubting } from '../variant.js';

/** Doubts about keys. */
export const doubtfulKeys = [
  ...doubting('passed', {
    // Both are the same bytes, and how keys are issued is not shown.
    'The key, which is hexadecimal, is accepted in capitals.': class extends Service {
      override readonly apiKey = '7c1f0b9e5a3d42e8';

      override isAllowed(call: Call) {
        const { authorization = '' } = call.headers;
        return authorization.toLowerCase() === `bearer ${this.apiKey}`;
      }
    },
  }),
  ...doubting('advice', {
    // HTTP does not allow clients to send such a header; but an invalid key is 401.
    'An Authorization header with a byte beyond ASCII is answered with 400, no body.': changing(
      'answer',
      async (plain, call) =>
        /[^\0-\u007f]/.test(call.headers.authorization ?? '')
          ? { status: 400, headers: {}, body: '' }
          : plain(call),
    ),
    // As above: a server in front may answer it.
    'A key with a character beyond ASCII fails with 500: it cannot be compared.': failingOnKeys(
      (sent) => /[^\0-\u007f]/.test(sent),
    ),
    // A router may refuse such a path before the service sees it.
    'Without the key a petId of more than 100 digits is refused with 414.': before(
      async (_service, { petId }) => {
        if (petId.length > 100) throw new Refusal(414, 'too_long', 'The path is too long.');
      },
    ),
    // The conditions of 400 and 401 are both met, and no order is stated.
    'Without the key an invalid body is refused with 400.': before((service, call) =>
      service.check(call),
    ),
    // The conditions of 404 and 401 are both met, and no order is stated.
    'Without the key an unknown pet is answered with 404.': before((service, call) =>
      service.checkId(call),
    ),
  }),
];
