import { isTwin } from '../simulation/preferences.js';
import type { Call } from './call.js';
import { rejected } from './errors.js';
import { quote } from './wording.js';

/** Query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(call: Call, legal: readonly string[]): void {
  for (const name of call.query.keys()) {
    if (legal.includes(name) || isTwin(name)) {
      continue;
    }
    if (call.choose('unknown-query') === 'reject') {
      const { name: operation, section } = call.operation;
      throw rejected(
        'unknown-query',
        `${quote(name)} is no query parameter of ${operation} (section ${section}; it has ` +
          `${legal.join(' and ') || 'none'}). Leave it out.`,
      );
    }
  }
}
