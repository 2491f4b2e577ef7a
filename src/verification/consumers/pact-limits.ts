import { stringify } from 'lossless-json';
import { quote, shorten } from '../../engine/interface/format.js';

/** Maximum number of provider states of an interaction; each is set up by requests. */
const maxStates = 20;
/** Maximum length of the matching rules and generators of an interaction, as JSON. */
const maxRules = 256 * 1024;
/** Maximum size of a generated value. Pact takes a larger `size` modulo 65,536. */
const maxSize = 65_535;
/** The size of a random text whose generator has none. */
const defaultSize = 10;
/** Maximum number of characters that the generators of an interaction may generate together. */
const maxGenerated = 1024 ** 2;
/** Maximum length of a regular expression that texts are generated from. */
const maxRegex = 4_096;
/** How often Pact repeats a part of a regular expression that has no maximum. */
const maxRepeats = 100;
/** The integers that Pact generates. */
const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1];
/** Maximum sum of the numbers of a date's expression: with as many years, Pact's calendar does not end. */
const maxOffset = 99_999;

type Fields = Readonly<Record<string, unknown>>;

/** A text as it is, and the JSON of any other value, with every digit of a number. */
const toText = (value: unknown) => (typeof value === 'string' ? value : (stringify(value) ?? ''));

const measureJson = (value: unknown) => (stringify(value) ?? '').length;

/** An escape, a class, a quantifier, or one character. */
const regexTokens =
  /\\(?:[pPux]\{[^}]*\}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^[\]\\])*\]|\{(\d+)(,?)(\d*)\}|./gsu;

/** Sets the flag x, with which blanks and comments mean nothing. */
const ignoresBlanks = /\(\?[a-zA-Z-]*x/;

/**
 * Estimates the maximum length of the texts that match a regular expression; never too little. It is
 * undefined for rare forms: the flag x, a class within a class, and a brace that begins no quantifier.
 */
export function estimateLength(regex: string): number | undefined {
  if (ignoresBlanks.test(regex)) {
    return undefined;
  }
  /** For each open group: the length so far, and that of the part which a quantifier would repeat. */
  const groups = [{ length: 0, last: 0 }];
  let group = { length: 0, last: 0 };
  for (const [token, min, comma, max] of regex.matchAll(regexTokens)) {
    if (token === '[' || token === '{') {
      return undefined;
    }
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

function measureSize(size: unknown): number | string {
  const text = toText(size ?? defaultSize);
  const length = Number(text);
  return length >= 0 && length <= maxSize
    ? length
    : `has the size ${shorten(text)}; it must be from 0 to ${maxSize}`;
}

function measureRegex(regex: string): number | string {
  if (regex.length > maxRegex) {
    return `has a regular expression of ${regex.length} characters; at most ${maxRegex} are allowed`;
  }
  const length = estimateLength(regex);
  if (length === undefined) {
    return `has the regular expression ${quote(regex)}; it must have no flag x, no class within a class, and no braces but those of quantifiers such as {2} and {2,5}`;
  }
  return length <= maxSize
    ? length
    : `may generate ${length} characters with ${quote(regex)}; at most ${maxSize} are allowed`;
}

/** Finds what is wrong with the expression of a date: Pact ends with a date beyond its calendar. */
function findWrongOffset(expression: string): string | undefined {
  const sum = (expression.match(/\d+/g) ?? []).reduce((all, one) => all + Number(one), 0);
  return sum <= maxOffset
    ? undefined
    : `has the expression ${quote(expression)}; the sum of its numbers must be at most ${maxOffset}`;
}

/** The number of characters of a generated value, about; text when Pact can't generate it. */
function measureGenerated(generator: Fields): number | string {
  const { type, size, digits, regex, min, max, expression } = generator;
  // A format of a date and an expression give a few times their own length.
  const length = measureJson(generator);
  switch (type) {
    case 'RandomString':
      return measureSize(size);
    case 'RandomDecimal':
    case 'RandomHexadecimal':
      return measureSize(digits);
    case 'Regex':
      return measureRegex(toText(regex));
    case 'RandomInt': {
      const [least, greatest] = [toText(min ?? 0), toText(max ?? maxInt)];
      return Number(least) >= minInt &&
        Number(least) <= Number(greatest) &&
        Number(greatest) <= maxInt
        ? length
        : `has the range from ${shorten(least)} to ${shorten(greatest)}; it must be within ${minInt} and ${maxInt}`;
    }
    case 'Date':
    case 'DateTime':
    case 'Time':
      return findWrongOffset(toText(expression)) ?? length;
    default:
      return length;
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
      const length = measureGenerated(value);
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
