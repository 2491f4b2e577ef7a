import { findNearest } from '../base/nearest.js';
import { attempt, quote, shorten } from '../base/text.js';
import { SimulatorError } from '../document/errors.js';
import { preferHeader } from '../document/headers.js';
import { faults } from '../document/message.js';
import type { Scenario } from './scenario.js';

/** The longest delay of a scenario, in milliseconds. */
export const maxDelay = 60_000;

/** Readers of preferences, and their allowed values, to end the sentence `… must be …`. */
const preferences = new Map(
  Object.entries({
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
  }),
);

const allLegal = `Allowed: ${[...preferences.values()].map(({ legal }) => legal).join('; ')}.`;

const parameterPrefix = '__';

/** A preference, a token or text in quotes, and parameters that are ignored (RFC 7240, section 2). */
const preference = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*([\w!#$%&'*+.^`|~-]+|"[^"]*")\s*)?(?:;.*)?$/;

export function createRefusal(message: string): SimulatorError {
  return new SimulatorError('simulator_bad_preference', message);
}

type Pair = readonly [name: string, text: string];

function readPreferHeader(header: string): Pair[] {
  const members = header.match(/(?:"[^"]*"|[^,])+/g) ?? [];
  return members
    .filter((member) => member.trim() !== '')
    .map((member) => {
      const [, name, value = ''] = preference.exec(member) ?? [];
      if (name === undefined) {
        throw createRefusal(`The header ${preferHeader} is malformed (RFC 7240). ${allLegal}`);
      }
      return [name.toLowerCase(), value.replaceAll('"', '')];
    });
}

const synonyms: Readonly<Record<string, string>> = { status: 'code', latency: 'delay' };

/** Describes an ignored preference that resembles one of the simulator's: `status is unknown; code=404?`. */
export function describeIgnored(header = ''): string | undefined {
  for (const [name, text] of attempt(() => readPreferHeader(header)) ?? []) {
    const nearest = findNearest(name, [...preferences.keys(), ...Object.keys(synonyms)]);
    if (nearest !== undefined && !preferences.has(name)) {
      return `Prefer: ${name} is unknown; ${synonyms[nearest] ?? nearest}=${shorten(text, 30)}?`;
    }
  }
  return undefined;
}

function readPreferQuery(query: URLSearchParams): Pair[] {
  const parameters = [...query].filter(([key]) => isSimulatorParameter(key));
  return parameters.map(([key, value]) => {
    const name = key.slice(parameterPrefix.length);
    if (!preferences.has(name)) {
      const known = [...preferences.keys()].map((one) => parameterPrefix + one);
      throw createRefusal(`${quote(key)} must be one of ${known.join(', ')}. ${allLegal}`);
    }
    return [name, value];
  });
}

/** True of parameters for the simulator, which the service never sees. */
export function isSimulatorParameter(queryName: string): boolean {
  return queryName.startsWith(parameterPrefix);
}

/** A query without the parameters for the simulator; all others stay as they were sent. */
export const omitParameters = (query: string): string =>
  query
    .split('&')
    .filter((parameter) => !isSimulatorParameter(parameter))
    .join('&');

/** Reads the header `Prefer` and its equivalents in the query; of a repeated one the first counts (RFC 7240). */
export function readPreferences(header = '', query: URLSearchParams): Scenario | undefined {
  if (header === '' && query.size === 0) {
    return undefined;
  }
  const scenario: Record<string, string | number> = {};
  for (const [name, text] of [...readPreferHeader(header), ...readPreferQuery(query)]) {
    const known = preferences.get(name);
    // RFC 7240: unknown preferences are ignored.
    if (known !== undefined) {
      const value = scenario[name] ?? known.read(text);
      if (value === undefined) {
        throw createRefusal(`The preference ${name} must be ${known.legal}; got ${quote(text)}.`);
      }
      scenario[name] = value;
    }
  }
  return Object.keys(scenario).length === 0 ? undefined : scenario;
}
