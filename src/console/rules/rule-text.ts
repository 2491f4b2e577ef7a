import type { Fault } from '../../document/message.js';
import type { OperationName, Rule, RuleInput } from '../types.js';

/** The sections of the document that promise the operations. */
export const operationSections = { listPets: '4.1', createPet: '4.2', getPet: '4.3' };
export const operationNames = Object.keys(operationSections) as OperationName[];

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
export function describeEffect({ code, example, delay, fault, body, headers }: RuleInput): string {
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
export function describeMatch({ match = {} }: RuleInput): string {
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
export function isSpent({ applied, times }: Rule): boolean {
  return times !== undefined && applied >= times;
}
