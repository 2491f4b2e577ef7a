import { quote } from '../../document/format.js';
import { createRejection } from '../../document/open-points.js';
import type { Operation } from '../../document/operations.js';
import type { Call } from '../handle.js';
import { choose } from '../notes.js';
import { isSimulatorParameter } from '../preferences.js';

/** Checks for query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(
  call: Call,
  { name: operation, section }: Operation,
  known: readonly string[] = [],
): void {
  for (const name of call.query.keys()) {
    if (known.includes(name) || isSimulatorParameter(name)) {
      continue;
    }
    if (choose(call, 'unknown-query') === 'reject') {
      const expected =
        known.length === 0
          ? 'has no query parameters'
          : `has the query parameters ${known.join(', ')}`;
      throw createRejection(
        'unknown-query',
        `${operation} ${expected} (section ${section}); got ${quote(name)}. Leave it out.`,
      );
    }
  }
}

/** Fields that the document doesn't have, of the kind that services tend to add. */
const extraFields = [
  { key: '"createdAt":', value: '"2030-01-01T00:00:00Z"' },
  { key: '"tags":', value: '["simulated"]' },
];

function addExtraFields(json: string): string {
  // A body may have added such a field (unknown-field=echo).
  const missing = extraFields.filter(({ key }) => !json.includes(key));
  return `${json.slice(0, -1)}${missing.map(({ key, value }) => `,${key}${value}`).join('')}}`;
}

/** Chooses how a response shows pets: as they are, or with fields that the document doesn't have. */
export function chooseFormat(call: Call): (json: string) => string {
  if (call.sandbox.settings.choices['extra-response-fields'] === 'none') {
    return (json) => json;
  }
  choose(call, 'extra-response-fields');
  return addExtraFields;
}
