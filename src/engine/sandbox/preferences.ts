import { SimulatorError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { preferHeader } from '../interface/headers.js';
import { type Fault, faults } from '../interface/message.js';

/** The longest delay of a scenario, in milliseconds. */
export const maxDelay = 60_000;

/** The response that a request asks for. */
export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  /** Milliseconds. */
  readonly delay?: number;
  readonly fault?: Fault;
}

const allowedValues = {
  code: 'a status of three digits, such as code=404',
  example: 'the name of an example in /openapi.yaml, such as example=expired-key',
  delay: `a whole number of milliseconds up to ${maxDelay}, such as delay=800`,
  fault: `one of ${faults.join(', ')}, such as fault=reset`,
};
type PreferenceName = keyof typeof allowedValues;
const preferenceNames = Object.keys(allowedValues) as PreferenceName[];

/** The prefix of query parameters for the simulator. */
const twinPrefix = '__';

/** More than any allowed value needs; it keeps parsing hostile values cheap. */
const maxHeaderLength = 1024;

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

function createError(message: string, names = preferenceNames): SimulatorError {
  const allowed = names.map((name) => allowedValues[name]).join('; ');
  return new SimulatorError('simulator_bad_preference', `${message} Allowed: ${allowed}.`);
}

function readHeader(header: string): Map<PreferenceName, string> {
  const found = new Map<PreferenceName, string>();
  if (header.length > maxHeaderLength) {
    throw createError(
      `The header ${preferHeader} must not be longer than ${maxHeaderLength} characters.`,
    );
  }
  for (const member of split(header, ',')) {
    const [match, ...parameters] = split(member, ';').map((part) => assignment.exec(part));
    if (!match || parameters.includes(null)) {
      throw createError(`The header ${preferHeader} is malformed (RFC 7240).`);
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

function addQueryTwins(found: Map<PreferenceName, string>, query: URLSearchParams): void {
  for (const [key, value] of query) {
    if (!key.startsWith(twinPrefix)) {
      continue;
    }
    const name = key.slice(twinPrefix.length) as PreferenceName;
    if (!preferenceNames.includes(name)) {
      const twins = preferenceNames.map((known) => twinPrefix + known).join(', ');
      throw createError(
        `Query parameters that begin with ${twinPrefix} must be one of ${twins}; got ${quote(key)}.`,
      );
    }
    if ((found.get(name) ?? value) !== value) {
      throw createError(
        `The query parameter ${key} contradicts another value of the same preference. Send one of them.`,
        [name],
      );
    }
    found.set(name, value);
  }
}

/** Whether a query parameter is for the simulator and not for the service. */
export function isTwin(queryName: string): boolean {
  return queryName.startsWith(twinPrefix);
}

function parsePreference(name: PreferenceName, text: string): string | number | undefined {
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
  addQueryTwins(found, query);
  const preferences: Record<string, string | number> = {};
  for (const [name, text] of found) {
    const value = parsePreference(name, text);
    if (value === undefined) {
      throw new SimulatorError(
        'simulator_bad_preference',
        `The preference ${name} must be ${allowedValues[name]}; got ${quote(text)}.`,
      );
    }
    preferences[name] = value;
  }
  return preferences;
}
