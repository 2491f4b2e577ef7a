import { SimulatorError } from '../document/errors.js';
import { quote } from '../document/format.js';
import { preferHeader } from '../document/headers.js';
import { type Fault, faults } from '../document/message.js';

/** The longest delay of a scenario, in milliseconds. */
export const maxDelay = 60_000;

/** The response that a request asks for. */
export interface Preferences {
  readonly code?: number | undefined;
  readonly example?: string | undefined;
  /** Milliseconds. */
  readonly delay?: number | undefined;
  readonly fault?: Fault | undefined;
}

/** How the text of a preference is read, and its allowed values, to end the sentence `… must be …`. */
const preferenceTable = {
  code: {
    legal: 'a status of three digits, such as code=404',
    read: (text: string) => (/^[1-9][0-9]{2}$/.test(text) ? Number(text) : undefined),
  },
  example: {
    legal: 'the name of an example in /openapi.yaml, such as example=expired-key',
    read: (text: string) => (/^[a-z0-9-]{1,64}$/.test(text) ? text : undefined),
  },
  delay: {
    legal: `a whole number of milliseconds up to ${maxDelay}, such as delay=800`,
    read: (text: string) =>
      /^[0-9]{1,5}$/.test(text) && Number(text) <= maxDelay ? Number(text) : undefined,
  },
  fault: {
    legal: `one of ${faults.join(', ')}, such as fault=reset`,
    read: (text: string) => faults.find((fault) => fault === text),
  },
};
type PreferenceName = keyof typeof preferenceTable;
const preferenceNames = Object.keys(preferenceTable) as PreferenceName[];

/** The prefix of query parameters for the simulator. */
const parameterPrefix = '__';

// RFC 7240, section 2: a token, optionally with a token or quoted string, and ignored parameters.
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`;
const assignment = new RegExp(`^(${token})(?:\\s*=\\s*(${word}))?$`);
const outsideQuotes = {
  ',': /(?:"(?:[^"\\]|\\.)*"|[^,])+/g,
  ';': /(?:"(?:[^"\\]|\\.)*"|[^;])+/g,
};

/** Splits at separators outside quotes, and drops empty parts (RFC 9110, 5.6.1). */
function split(text: string, separator: ',' | ';'): string[] {
  const parts = text.match(outsideQuotes[separator]) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export function createRefusal(message: string): SimulatorError {
  return new SimulatorError('simulator_bad_preference', message);
}

const listLegal = (names = preferenceNames) =>
  `Allowed: ${names.map((name) => preferenceTable[name].legal).join('; ')}.`;

function readHeader(header: string): Map<PreferenceName, string> {
  const found = new Map<PreferenceName, string>();
  for (const member of split(header, ',')) {
    const [match, ...parameters] = split(member, ';').map((part) => assignment.exec(part));
    if (!match || parameters.includes(null)) {
      throw createRefusal(`The header ${preferHeader} is malformed (RFC 7240). ${listLegal()}`);
    }
    const name = match[1]?.toLowerCase() as PreferenceName;
    // RFC 7240: unknown preferences are ignored, and of a repeated one the first counts.
    if (preferenceNames.includes(name) && !found.has(name)) {
      const value = match[2] ?? '';
      const text = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
      found.set(name, text);
    }
  }
  return found;
}

function readQueryPreferences(found: Map<PreferenceName, string>, query: URLSearchParams): void {
  for (const [key, value] of query) {
    if (!key.startsWith(parameterPrefix)) {
      continue;
    }
    const name = key.slice(parameterPrefix.length) as PreferenceName;
    if (!preferenceNames.includes(name)) {
      const parameters = preferenceNames.map((known) => parameterPrefix + known).join(', ');
      throw createRefusal(
        `Query parameters that begin with ${parameterPrefix} must be one of ${parameters}; got ${quote(key)}. ` +
          listLegal(),
      );
    }
    if ((found.get(name) ?? value) !== value) {
      throw createRefusal(
        `The query parameter ${key} contradicts another value of the same preference. Send one of ` +
          `them. ${listLegal([name])}`,
      );
    }
    found.set(name, value);
  }
}

/** Whether a query parameter is for the simulator and not for the service. */
export function isSimulatorParameter(queryName: string): boolean {
  return queryName.startsWith(parameterPrefix);
}

/** A request that asks for nothing. */
export const noPreferences: Preferences = Object.freeze({});

/** Reads the header `Prefer` and its equivalents in the query `__code`, `__example`, `__delay`, `__fault`. */
export function readPreferences(header: string | undefined, query: URLSearchParams): Preferences {
  if (header === undefined && query.size === 0) {
    return noPreferences;
  }
  const found = header === undefined ? new Map<PreferenceName, string>() : readHeader(header);
  readQueryPreferences(found, query);
  const preferences: Record<string, string | number> = {};
  for (const [name, text] of found) {
    const { legal, read } = preferenceTable[name];
    const value = read(text);
    if (value === undefined) {
      throw createRefusal(`The preference ${name} must be ${legal}; got ${quote(text)}.`);
    }
    preferences[name] = value;
  }
  return found.size === 0 ? noPreferences : preferences;
}
