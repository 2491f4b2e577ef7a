/** The present behaviour of a sandbox beside the document, in sentences: rules, delay, clock and choices. */

import { formatCount } from '../base/text.js';
import { promisedErrors } from '../document/errors.js';
import type { Fault } from '../document/message.js';
import {
  type OpenPoint,
  openPointNames,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import type { AllowedNote } from '../engine/notes.js';
import { formatDelayRange } from '../engine/random.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import type { Rule, RuleState } from '../engine/scenario.js';
import type { Active } from '../server/admin/changes-route.js';
import type { SettingsChange } from '../server/admin/schemas.js';
import { formatQuery } from './router.js';
import { call } from './simulator.js';

/** The call replaces all settings, so it has those that stay too: as they are now, not as they are shown. */
export async function putSettings(sandbox: string, changed: SettingsChange): Promise<void> {
  const current = await call<SandboxSettings>('GET /settings', sandbox);
  await call('PUT /settings', sandbox, {
    ...current,
    delay: formatDelayRange(current.delay),
    ...changed,
    choices: { ...current.choices, ...changed.choices },
  });
}

export async function addRules(sandbox: string, rules: readonly Rule[]): Promise<void> {
  // The newest is tried first.
  for (const rule of rules.toReversed()) {
    await call('POST /rules', sandbox, rule);
  }
}

export const isForced = ({ rules, settings }: Active) =>
  settings.delay.to > 0 || rules.some((rule) => !isSpent(rule));

/** Removes rules and delays; choices and clocks stay. */
export async function clearForced(all: readonly Active[]): Promise<void> {
  for (const { sandbox } of all.filter(isForced)) {
    await call('DELETE /rules', sandbox);
    await putSettings(sandbox, { delay: '0' });
  }
}

/** The statuses that the console offers to force. */
export const failures = [...Object.keys(promisedErrors).map(Number), 429, 500, 502, 503, 504];

/** The effects of faults on a client, behind the operation as the subject. */
export const faultTexts: Readonly<Record<Fault, string>> = {
  reset: 'loses its connection',
  empty: 'gets no answer',
  truncate: 'gets half a body',
  garbage: 'gets a body that is not JSON',
  hang: 'never gets a response',
  dribble: 'gets the body slowly',
};

/** Formats milliseconds, from 1,000 on as seconds, in three digits; undefined until a response is complete. */
export function formatDuration(milliseconds: number | undefined): string {
  const shown = Number(Number(milliseconds?.toFixed(2)).toPrecision(3));
  return milliseconds === undefined
    ? 'waiting'
    : shown < 1_000
      ? `${shown} ms`
      : `${shown / 1_000} s`;
}

const countLeft = ({ applied, times }: RuleState) => (times ?? Number.POSITIVE_INFINITY) - applied;
export const isSpent = (rule: RuleState) => countLeft(rule) <= 0;

export function describeEffect({ code, example, delay, fault, body, headers }: Rule): string {
  const results = [
    code && (code < 400 ? 'is answered as usual' : `fails with ${code}`),
    example && `fails as in the example ${example}`,
    fault && faultTexts[fault],
  ];
  const result = results.filter(Boolean).join(' and ');
  const parts = [
    result,
    delay !== undefined && `${result ? 'after' : 'takes'} ${formatDuration(delay)}`,
    body !== undefined && 'with a body of its own',
    headers && `with ${Object.keys(headers).join(', ')}`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Finds the rule because of which another one has no effect for now: a newer one for all of its requests. */
export function findShadow(rule: RuleState, rules: readonly RuleState[]): RuleState | undefined {
  return rules.slice(0, rules.indexOf(rule)).find((newer) => {
    const { operation, match, probability = 1, code = 400, example } = newer;
    const covers =
      operation === undefined ? code >= 400 && example === undefined : operation === rule.operation;
    return covers && match === undefined && probability === 1 && !isSpent(newer);
  });
}

/** The requests that a rule is for, with code in backticks: ` for \`?status=sold\``. */
function describeMatch({
  petId,
  query,
  body,
  bodyContains,
  ...match
}: RuleState['match'] = {}): string {
  const headers = Object.entries({ ...match.headers, ...match.headersContain });
  const parts = [
    petId !== undefined && `pet ${petId}`,
    query && `\`${formatQuery(query)}\``,
    ...headers.map((header) => `\`${header.join(': ')}\``),
    bodyContains !== undefined && `bodies with \`${bodyContains}\``,
    // A body would lose the last digits of its large integers.
    body !== undefined && 'some bodies',
  ];
  const shown = parts.filter(Boolean).join(' and ');
  return shown && ` for ${shown}`;
}

/** Describes a rule, with code in backticks: `createPet fails with 503`. */
export function describeRule(rule: Rule): string {
  const { operation = 'every operation', match, probability = 1 } = rule;
  const chance = probability < 1 ? `, with probability ${probability}` : '';
  return `${operation} ${describeEffect(rule)}${describeMatch(match)}${chance}`;
}

/** Describes the uses of a rule that are left: `, 2 more times`; empty for one that stays. */
export function describeLeft(rule: RuleState): string {
  const left = countLeft(rule);
  const again = rule.applied === 0 ? ', once' : ', once more';
  return rule.times === undefined ? '' : left === 1 ? again : `, ${left} more times`;
}

/** Describes the uses of a rule: `used 1 of 3 times`. */
export function describeUse({ applied, tried, times, probability }: RuleState): string {
  if (applied === 0 && (probability === undefined || tried === 0)) {
    return 'not used yet';
  }
  const of = times === undefined ? '' : `of ${times} `;
  const used = `used ${applied} ${of}time${(times ?? applied) === 1 ? '' : 's'}`;
  return probability === undefined ? used : `${used} in ${tried} requests`;
}

/** The allowed notes after a click on one. */
export const toggleNote = (allow: readonly AllowedNote[], note: AllowedNote) =>
  allow.includes(note) ? allow.filter((other) => other !== note) : [...allow, note];

type Chosen = Pick<SandboxSettings, 'choices'>;

export const findChanged = ({ choices }: Chosen, profile: ProfileName): OpenPoint[] => {
  const others = resolveChoices(profile);
  return openPointNames.filter((point) => choices[point] !== others[point]);
};

/** The profile that is closest to these choices, and the points at which they differ. */
export function findProfile(settings: Chosen) {
  const all = profileNames.map((name) => ({ name, changed: findChanged(settings, name) }));
  return all.toSorted(
    (one, other) => one.changed.length - other.changed.length,
  )[0] as (typeof all)[0];
}

/** Describes all of it, each as a sentence with the view that changes it. */
export function describeActive({ rules, settings, clock }: Active) {
  const { name, changed } = findProfile(settings);
  const time = clock.now.slice(0, 16).replace('T', ' ');
  const named = changed.length > 3 ? formatCount(changed.length, 'point') : changed.join(', ');
  const armed = rules.filter((rule) => !isSpent(rule) && findShadow(rule, rules) === undefined);
  const responses = [
    ...armed.map((rule) => describeRule(rule) + describeLeft(rule)),
    settings.delay.to > 0 && `every response ${formatDelayRange(settings.delay)} ms slower`,
  ];
  const behaviour = [
    changed.length > 0 ? `own choices: ${named}` : name !== 'default' && `profile ${name}`,
    clock.mode === 'frozen' && `clock frozen at ${time}`,
    clock.advanced !== 0 && `clock at ${time}`,
  ];
  return Object.entries({ responses, behaviour }).flatMap(([view, texts]) =>
    texts.filter(Boolean).map((text) => [view, text as string] as const),
  );
}
