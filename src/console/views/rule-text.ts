import type { Fault } from '../../engine/interface/message.js';
import type { Schemas } from '../api.js';
import { describeError } from '../components/toast.js';

type Rule = Schemas['Rule'];
type Match = NonNullable<Rule['match']>;

export const operations: readonly Schemas['OperationName'][] = ['listPets', 'createPet', 'getPet'];

/** What a client sees of each fault. */
export const faultLabels: Readonly<Record<Fault, string>> = {
  reset: 'Reset the connection',
  empty: 'Close without an answer',
  truncate: 'Cut off the body',
  garbage: 'Body that is not JSON',
  hang: 'Never answer',
  dribble: 'Slow body',
};

export function formatDelay(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

/** What a rule forces: `status 503, delay 2 s`. */
export function describeEffect({ code, example, delay, fault, body, headers }: Rule): string {
  const parts = [
    code !== undefined && `status ${code}`,
    example !== undefined && `example ${example}`,
    delay !== undefined && `delay ${formatDelay(delay)}`,
    fault !== undefined && faultLabels[fault].toLowerCase(),
    body !== undefined && 'own body',
    headers !== undefined && `header ${Object.keys(headers).join(', ')}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const list = (fields: Readonly<Record<string, string>> = {}, word: string, between: string) =>
  Object.entries(fields).map(([name, value]) => `${word} ${name}${between}${value}`);

/** Which requests a rule concerns: `petId 7, header user-agent contains shop/`. */
export function describeMatch(match: Match = {}): string {
  const { petId, query, headers, headersContain, body, bodyContains } = match;
  const parts = [
    petId !== undefined && `petId ${petId}`,
    ...list(query, 'query', '='),
    ...list(headers, 'header', ': '),
    ...list(headersContain, 'header', ' contains '),
    body !== undefined && 'JSON in the body',
    bodyContains !== undefined && `body contains ${bodyContains}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether a rule has applied as often as it may. */
export function isSpent({ applied, times }: Schemas['RuleState']): boolean {
  return times !== undefined && applied >= times;
}

/** An error in a sentence, and the field that it is about. */
export interface Problem {
  readonly field: string | undefined;
  readonly message: string;
}

/** How the simulator's sentences name the fields. */
const fieldPatterns: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['headers', /headers of the body/],
  ['body', /own body|both body and/],
  ['code', /^code of|has no response/],
  ['example', /^example|has no example/],
  ['delay', /^delay of/],
  ['times', /^times of/],
  ['probability', /^probability of/],
  ['petId', /match\.petId/],
];

export function findProblem(error: unknown): Problem {
  const message = describeError(error);
  const field = fieldPatterns.find(([, pattern]) => pattern.test(message))?.[0];
  return { field, message: message.replace(' of the body', '') };
}

/** Reads lines of `name: value`; undefined without any. */
export function readHeaderLines(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) {
      throw new Error(`Write a name, a colon and a value in each line; got "${line}".`);
    }
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  const headers = Object.fromEntries(fields);
  if (Object.keys(headers).length < fields.length) {
    throw new Error('A name occurs in two lines. Join its values in one.');
  }
  return fields.length === 0 ? undefined : headers;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a rule as JSON. The own body goes in as it was typed, so that large integers keep their digits. */
export function writeRule(rule: Rule, body: string): string {
  const fields = JSON.stringify(rule).slice(1, -1);
  const own = body === '' ? '' : `"body":${isJson(body) ? body : JSON.stringify(body)}`;
  return `{${[fields, own].filter(Boolean).join(',')}}`;
}
