import { SimulatorError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { preferHeader } from '../interface/headers.js';

/** How an answer can be broken on its way. */
export const faults = ['reset', 'empty', 'truncate', 'garbage'] as const;
export type Fault = (typeof faults)[number];

/** The longest delay that can be asked for, in milliseconds. */
export const maxDelay = 60_000;

/** What a request asks of its own answer. */
export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  /** Milliseconds. */
  readonly delay?: number;
  readonly fault?: Fault;
}

const legalValues = {
  code: 'a status of three digits, such as code=404',
  example: 'the name of an example in /openapi.yaml, such as example=expired-key',
  delay: `a whole number of milliseconds up to ${maxDelay}, such as delay=800`,
  fault: `one of ${faults.join(', ')}, such as fault=reset`,
};
type PreferenceName = keyof typeof legalValues;
const preferenceNames = Object.keys(legalValues) as PreferenceName[];

/** What the names of query parameters that are for the simulator begin with. */
const twinPrefix = '__';

/** More than any legal value needs; it keeps the parsing of hostile values cheap. */
const longestHeader = 1024;

// RFC 7240, section 2: a token, optionally with a token or quoted string, and ignored parameters.
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`;
const assignment = new RegExp(`^(${token})(?:\\s*=\\s*(${word}))?$`);
const outsideQuotes = {
  ',': /(?:"(?:[^"\\]|\\.)*"|[^,])+/g,
  ';': /(?:"(?:[^"\\]|\\.)*"|[^;])+/g,
};

/** Cuts at separators that stand outside quotes, and drops what is empty (RFC 9110, 5.6.1). */
function cut(text: string, separator: ',' | ';'): string[] {
  const parts = text.match(outsideQuotes[separator]) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function bad(where: string, why: string, names = preferenceNames): SimulatorError {
  const legal = names.map((name) => legalValues[name]).join('; ');
  return new SimulatorError('simulator_bad_preference', `${where} ${why} Legal: ${legal}.`);
}

function readHeader(header: string): Map<PreferenceName, string> {
  const found = new Map<PreferenceName, string>();
  if (header.length > longestHeader) {
    throw bad(`The header ${preferHeader}`, `is longer than ${longestHeader} characters.`);
  }
  for (const member of cut(header, ',')) {
    const [match, ...parameters] = cut(member, ';').map((part) => assignment.exec(part));
    if (!match || parameters.includes(null)) {
      throw bad(`The header ${preferHeader}`, 'is malformed (RFC 7240).');
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

function addTwins(found: Map<PreferenceName, string>, query: URLSearchParams): void {
  for (const [key, value] of query) {
    if (!key.startsWith(twinPrefix)) {
      continue;
    }
    const name = key.slice(twinPrefix.length) as PreferenceName;
    const where = `The query parameter ${quote(key)}`;
    if (!preferenceNames.includes(name)) {
      const twins = preferenceNames.map((legal) => twinPrefix + legal).join(', ');
      throw bad(where, `begins with __, as only the simulator's own do: ${twins}.`);
    }
    if ((found.get(name) ?? value) !== value) {
      const why = 'contradicts another value of the same preference. Send one of them.';
      throw bad(where, why, [name]);
    }
    found.set(name, value);
  }
}

/** Whether a query parameter is for the simulator and not for the service. */
export function isTwin(queryName: string): boolean {
  return queryName.startsWith(twinPrefix);
}

function parse(name: PreferenceName, text: string): string | number | undefined {
  switch (name) {
    case 'code':
      return /^[1-9][0-9]{2}$/.test(text) ? Number(text) : undefined;
    case 'example':
      return /^[a-z0-9-]{1,64}$/.test(text) ? text : undefined;
    case 'delay':
      return /^[0-9]{1,5}$/.test(text) && Number(text) <= maxDelay ? Number(text) : undefined;
    case 'fault':
      return (faults as readonly string[]).includes(text) ? text : undefined;
  }
}

/** Reads the header `Prefer` and its query twins `__code`, `__example`, `__delay`, `__fault`. */
export function readPreferences(header: string | undefined, query: URLSearchParams): Preferences {
  const found = header === undefined ? new Map<PreferenceName, string>() : readHeader(header);
  addTwins(found, query);
  const preferences: Record<string, string | number> = {};
  for (const [name, text] of found) {
    const value = parse(name, text);
    if (value === undefined) {
      throw bad(`The preference ${name}`, `can't be ${quote(text)}.`, [name]);
    }
    preferences[name] = value;
  }
  return preferences;
}
