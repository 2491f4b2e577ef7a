import { stringify } from 'lossless-json';
import { quote, shorten } from '../../engine/interface/format.js';

/** Maximum number of provider states of an interaction; each is set up by requests. */
const maxStates = 20;
/** Maximum length of the matching rules and generators of an interaction, as JSON. */
const maxRules = 256 * 1024;
/** Maximum size of a generated value. Pact takes a larger `size` modulo 65,536. */
const maxSize = 65_535;
/** Maximum number of characters that the generators of an interaction may generate together. */
const maxGenerated = 1024 ** 2;
/** Maximum length of a regular expression that texts are generated from. */
const maxRegex = 4_096;
/** How often Pact repeats a part of a regular expression that has no maximum. */
const maxRepeats = 100;
/** The integers that Pact generates. */
const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1];

type Fields = Readonly<Record<string, unknown>>;

const measureJson = (value: unknown) => (stringify(value) ?? '').length;

/** An escape, a class, a quantifier, or one character. */
const regexTokens = /\\(?:[pPux]\{[^}]*\}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|./gsu;

/** Estimates the maximum length of the texts that match a regular expression; never too little. */
export function estimateLength(regex: string): number {
  /** For each open group: the length so far, and that of the part which a quantifier would repeat. */
  const groups = [{ length: 0, last: 0 }];
  let group = { length: 0, last: 0 };
  for (const [token, min, comma, max] of regex.matchAll(regexTokens)) {
    if (token === '(') {
      groups.push(group);
      group = { length: 0, last: 0 };
    } else if (token === ')') {
      const last = group.length + group.last;
      const outer = groups.pop() ?? { length: 0, last: 0 };
      group = { length: outer.length + outer.last, last };
    } else if (min !== undefined) {
      const unlimited = comma === ',' && max === '' ? maxRepeats : 0;
      group.last *= Math.max(Number(min) + unlimited, Number(max));
    } else if (token === '*' || token === '+') {
      group.last *= maxRepeats;
    } else if (token !== '?') {
      group = { length: group.length + group.last, last: 1 };
    }
  }
  return [...groups, group].reduce((sum, { length, last }) => sum + length + last, 0);
}

/** The number of characters of a generated value; text when Pact can't generate it. */
function measure({ type, size, digits, regex, min, max, expression }: Fields): number | string {
  switch (type) {
    case 'RandomString':
    case 'RandomDecimal':
    case 'RandomHexadecimal': {
      const length = Number(size ?? digits ?? 1);
      return length >= 0 && length <= maxSize
        ? length
        : `has the size ${length}; it must be from 0 to ${maxSize}`;
    }
    case 'Regex': {
      const text = `${regex ?? ''}`;
      if (text.length > maxRegex) {
        return `has a regular expression of ${text.length} characters; at most ${maxRegex} are allowed`;
      }
      const length = estimateLength(text);
      return length <= maxSize
        ? length
        : `may generate ${length} characters with ${quote(text)}; at most ${maxSize} are allowed`;
    }
    case 'RandomInt': {
      const [least, greatest] = [Number(min ?? 0), Number(max ?? maxInt)];
      return least >= minInt && least <= greatest && greatest <= maxInt
        ? 1
        : `has the range from ${least} to ${greatest}; it must be within ${minInt} and ${maxInt}`;
    }
    case 'Date':
    case 'DateTime':
      // Pact ends with a date beyond its calendar.
      return /\d{6}/.test(`${expression ?? ''}`)
        ? `has the expression ${quote(`${expression}`)}; its numbers may have at most 5 digits`
        : 1;
    default:
      return 1;
  }
}

/** Finds what is wrong with the generators of a request, all of which run before it is sent. */
function findWrongGenerator(request: Fields): string | undefined {
  if (request.generators === undefined) {
    return undefined;
  }
  // A path with a wildcard is that of at most as many values as the body has characters.
  const maxTimes = measureJson(request.body ?? '');
  let generated = 0;
  const left = [{ value: request.generators, times: 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, times } = next;
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    if ('type' in value && typeof value.type === 'string') {
      const length = measure(value);
      if (typeof length === 'string') {
        return `the generator ${shorten(value.type)} ${length}`;
      }
      generated += Math.max(length, 1) * times;
    }
    for (const [path, member] of Object.entries(value)) {
      const isWild = path.includes('*') || path === 'variants';
      left.push({ value: member, times: isWild ? maxTimes : times });
    }
  }
  return generated <= maxGenerated
    ? undefined
    : `its generators may generate ${generated} characters; at most ${maxGenerated} are allowed`;
}

/**
 * Finds what would keep Pact's verifier busy without end, or end it, and with it the verification of all
 * other interactions; undefined when nothing would.
 */
export function findExcess(request: Fields, response: Fields, states: number): string | undefined {
  if (states > maxStates) {
    return `it has ${states} provider states; at most ${maxStates} are allowed`;
  }
  const rules = [request, response].map((one) => [one.matchingRules ?? {}, one.generators ?? {}]);
  const length = measureJson(rules);
  return length > maxRules
    ? `its matching rules and generators have ${length} characters; at most ${maxRules} are allowed`
    : findWrongGenerator(request);
}
