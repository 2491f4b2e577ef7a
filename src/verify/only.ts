import { shorten } from '../document/format.js';
import { UsageError } from '../options/usage-error.js';
import { sectionTitles } from './document.js';
import { Inconclusive, type RequirementResult } from './result.js';

/** What a requirement can be selected by. */
type Selectable = Pick<RequirementResult, 'section' | 'requirement'>;

/** Whether --only selects a requirement. */
export type IsSelected = (requirement: Selectable) => boolean;

export const createUnselected = () =>
  new Inconclusive('left out by --only', { excludedBy: '--only' });

/** Shorter ones are in any requirement. */
const minWord = 3;

/** Compares words as they stand in a report, in any case. */
const simplify = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** Reads a section as a report shows it: `4.2`, `section 4.2`, `4.2 Add an animal`. */
function findSection(word: string): string | undefined {
  const [, section = '', title = ''] = /^(?:section )?(\d+(?:\.\d+)?)(?: (.*))?$/.exec(word) ?? [];
  const known = sectionTitles[section];
  return known !== undefined && (title === '' || title === simplify(known)) ? section : undefined;
}

/** Finds the requirements of a section and its parts, or those with these words. */
function find(all: readonly Selectable[], word: string): Selectable[] {
  const section = findSection(word);
  if (section !== undefined) {
    return all.filter((one) => `${one.section}.`.startsWith(`${section}.`));
  }
  const words = word.replace(/^\d+(?:\.\d+)? /, '');
  return words.length < minWord
    ? []
    : all.filter(({ requirement }) => simplify(requirement).includes(words));
}

/** Finds what a value of --only selects: as a whole, or each of its parts between commas. */
function select(all: readonly Selectable[], value: string): Selectable[] {
  const whole = find(all, simplify(value));
  if (whole.length > 0) {
    return whole;
  }
  return value.split(',').flatMap((part) => {
    const found = find(all, simplify(part));
    if (found.length === 0) {
      const sections = Object.keys(sectionTitles)
        .filter((one) => find(all, one).length > 0)
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      throw new UsageError(
        `--only must be sections with requirements (${sections.join(', ')}) or words of a requirement, ` +
          `such as "${all[0]?.requirement}"; got ${JSON.stringify(shorten(part.trim()))}. Copy the words ` +
          'from a report: --json lists all requirements.',
      );
    }
    return found;
  });
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
  if (only.length === 0) {
    return () => true;
  }
  const selected = new Set(
    only.flatMap((value) => select(all, value)).map(({ requirement }) => requirement),
  );
  return ({ requirement }) => selected.has(requirement);
}
