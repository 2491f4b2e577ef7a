import { before } from '../broken/section-5.js';
import type { Call } from '../call.js';
import { Service } from '../service.js';
import { doubting } from '../variant.js';

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
