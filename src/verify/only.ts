import { shorten } from '../document/format.js';
import { UsageError } from '../options/usage-error.js';
import { sectionTitles } from './document.js';
import type { RequirementResult } from './result.js';

/** What a requirement can be selected by. */
type Selectable = Pick<RequirementResult, 'section' | 'requirement'>;

/** Whether --only selects a requirement. */
export type IsSelected = (requirement: Selectable) => boolean;

/** Shorter words are in any requirement. */
const minWord = 3;

/** Finds the requirements of a section and its parts, or those with these words, as a report shows them. */
function find(all: readonly Selectable[], text: string): Selectable[] {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^section /, '');
  if (sectionTitles[words] !== undefined) {
    return all.filter(({ section }) => `${section}.`.startsWith(`${words}.`));
  }
  const rest = words.replace(/^[\d.]+ /, '');
  const isTitle = (title = '') => title.toLowerCase() === rest;
  return all.filter(
    ({ section, requirement }) =>
      isTitle(sectionTitles[section]) ||
      (rest.length >= minWord && requirement.toLowerCase().includes(rest)),
  );
}

/** Finds what a value selects: as a whole, because a requirement may have a comma, or each of its parts. */
function select(all: readonly Selectable[], value: string): Selectable[] {
  const whole = find(all, value);
  const found = whole.length > 0 ? [whole] : value.split(',').map((part) => find(all, part));
  const missing = found.findIndex(({ length }) => length === 0);
  if (missing < 0) {
    return found.flat();
  }
  const sections = Object.keys(sectionTitles).filter((one) => find(all, one).length > 0);
  const got = JSON.stringify(shorten(value.split(',')[missing]?.trim() ?? ''));
  throw new UsageError(
    `--only must be sections with requirements (${sections.sort().join(', ')}) or words of a ` +
      `requirement, such as "${all[0]?.requirement}"; got ${got}. Copy the words from a report: --json ` +
      'lists all requirements.',
  );
}

/**
 * Finds the requirements that --only selects; without it, all are.
 *
 * @throws {UsageError} when a value selects none
 */
export function selectRequirements(
  all: readonly Selectable[],
  only: readonly string[],
): IsSelected {
  const selected = new Set(
    only.flatMap((value) => select(all, value)).map(({ requirement }) => requirement),
  );
  return ({ requirement }) => only.length === 0 || selected.has(requirement);
}
