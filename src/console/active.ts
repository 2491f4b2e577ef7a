/** What a sandbox does beside the document now, in sentences: rules, delay, clock and choices. */

import type { Fault } from '../document/message.js';
import {
  openPointNames,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { formatDelayRange } from '../engine/random.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import type { Rule, RuleInput } from '../engine/scenario.js';
import type { Active } from '../server/admin/journal-routes.js';
import type { SettingsChange } from '../server/admin/schemas.js';
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

/** Adds rules, of which the first is tried first. */
export async function addRules(sandbox: string, rules: readonly RuleInput[]): Promise<void> {
  // The newest is tried first.
  for (const rule of rules.toReversed()) {
    await call('POST /rules', sandbox, rule);
  }
}

/** What a client gets with each fault, behind the operation as the subject. */
export const faultTexts: Readonly<Record<Fault, string>> = {
  reset: 'loses its connection',
  empty: 'gets no answer',
  truncate: 'gets half a body',
  garbage: 'gets a body that is not JSON',
  hang: 'waits for ever',
  dribble: 'gets its body drop by drop',
};

/** Formats milliseconds, from 1,000 on as seconds, in three digits. */
export function formatDuration(milliseconds: number): string {
  const shown = Number(milliseconds.toPrecision(3));
  return shown < 1_000 ? `${shown} ms` : `${shown / 1_000} s`;
}

const countLeft = ({ applied, times }: Rule) => (times ?? Number.POSITIVE_INFINITY) - applied;
export const isSpent = (rule: Rule) => countLeft(rule) <= 0;

/** What a rule forces: `fails with 503 after 2 s`. */
function describeEffect({ code, example, delay, fault, body, headers }: RuleInput): string {
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
function findShadow(rule: Rule, rules: readonly Rule[]): Rule | undefined {
  return rules.slice(0, rules.indexOf(rule)).find((newer) => {
    const { operation, match, probability = 1, code = 400, example } = newer;
    const covers =
      operation === undefined ? code >= 400 && example === undefined : operation === rule.operation;
    return covers && match === undefined && probability === 1 && !isSpent(newer);
  });
}

/** Formats a rule, which another one of `rules` may shadow: `createPet fails with 503, 2 more times`. */
export function describeRule(rule: Rule, rules: readonly Rule[] = []): string {
  const { operation = 'everything', match, probability = 1, times, applied } = rule;
  const left = countLeft(rule);
  const again = applied === 0 ? 'once' : 'once more';
  const often = left === 1 ? again : left > 0 ? `${left} more times` : 'used up';
  const shadow = findShadow(rule, rules);
  const parts = [
    `${operation} ${describeEffect(rule)}`,
    probability < 1 && `with probability ${probability}`,
    // A body would lose the last digits of its large integers.
    match && `where ${JSON.stringify({ ...match, body: match.body && '…' })}`,
    times !== undefined && often,
  ];
  return (
    parts.filter(Boolean).join(', ') + (shadow ? ` (no effect: ${shadow.id} comes first)` : '')
  );
}

/** The profile with these choices, if one has them. */
export const findProfile = ({ choices }: SandboxSettings): ProfileName | undefined =>
  profileNames.find((profile) => {
    const others = resolveChoices(profile);
    return openPointNames.every((point) => choices[point] === others[point]);
  });

/** What is active, each as a sentence with the view that changes it. */
export function describeActive({ rules, settings, clock }: Active) {
  const profile = findProfile(settings);
  const time = clock.now.slice(0, 16).replace('T', ' ');
  const armed = rules.filter((rule) => !isSpent(rule));
  const responses = [
    ...armed.map((rule) => describeRule(rule, rules)),
    settings.delay.to > 0 && `everything is ${formatDelayRange(settings.delay)} ms slower`,
  ];
  const behaviour = [
    profile !== 'default' && (profile ? `profile ${profile}` : 'own choices'),
    clock.mode === 'frozen' && `clock frozen at ${time}`,
    clock.advanced !== 0 && `clock at ${time}`,
  ];
  return Object.entries({ responses, behaviour }).flatMap(([view, texts]) =>
    texts.filter(Boolean).map((text) => [view, text] as const),
  );
}
