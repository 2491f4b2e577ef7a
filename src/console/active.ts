/** What a sandbox does beside the document now, in sentences: rules, latency, clock and choices. */

import type { Fault } from '../document/message.js';
import {
  openPointNames,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import type { ClockReading } from '../engine/clock.js';
import { formatLatency } from '../engine/latency.js';
import type { Rule, RuleInput } from '../engine/rules.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import { call, findVersion, useLoaded } from './simulator.js';

export interface Active {
  /** The newest first: the first that matches applies. */
  readonly rules: readonly Rule[];
  readonly settings: SandboxSettings;
  readonly clock: ClockReading;
}

async function readActive(sandbox: string): Promise<Active> {
  const [{ rules }, settings, clock] = await Promise.all([
    call<{ rules: readonly Rule[] }>('GET /rules', sandbox),
    call<SandboxSettings>('GET /settings', sandbox),
    call<ClockReading>('GET /clock', sandbox),
  ]);
  return { rules, settings, clock };
}

export const useActive = (sandbox: string) =>
  useLoaded(() => readActive(sandbox), [sandbox], findVersion(sandbox));

/** The call replaces all settings, so it has those that stay too: as they are now, not as they are shown. */
export async function putSettings(
  sandbox: string,
  changed: Partial<Omit<SandboxSettings, 'latency'>> & { readonly latency?: string },
): Promise<void> {
  const current = await call<SandboxSettings>('GET /settings', sandbox);
  const { choices: choose, allow, needs } = { ...current, ...changed };
  const latency = changed.latency ?? formatLatency(current.latency);
  await call('PUT /settings', sandbox, { choose, allow, needs, latency });
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

export const formatDelay = (milliseconds: number) =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;

const countLeft = ({ applied, times }: Rule) => (times ?? Number.POSITIVE_INFINITY) - applied;
export const isSpent = (rule: Rule) => countLeft(rule) <= 0;

/** What a rule forces: `fails with 503 after 2 s`. */
function describeEffect({ code, example, delay, fault, body, headers }: RuleInput): string {
  const result = [
    code !== undefined && (code < 400 ? 'is answered as usual' : `fails with ${code}`),
    example !== undefined && `fails as in the example ${example}`,
    fault !== undefined && faultTexts[fault],
  ].filter(Boolean);
  const added = [
    delay !== undefined &&
      (result.length > 0 ? `after ${formatDelay(delay)}` : `takes ${formatDelay(delay)}`),
    body !== undefined && 'with a body of its own',
    headers !== undefined && `with ${Object.keys(headers).join(', ')}`,
  ].filter(Boolean);
  return [result.join(' and '), ...added].filter((part) => part !== '').join(' ');
}

/** Which requests a rule concerns, as JSON. A body would lose the last digits of its large integers. */
const formatMatch = ({ match }: RuleInput) =>
  JSON.stringify({ ...match, ...(match && 'body' in match && { body: '…' }) });

/** A rule as a sentence: `createPet fails with 503, 2 more times`. */
export function describeRule(rule: Rule): string {
  const { operation = 'everything', match, probability = 1, times } = rule;
  const left = countLeft(rule);
  const often = left === 1 ? 'once more' : left > 0 ? `${left} more times` : 'used up';
  return [
    `${operation} ${describeEffect(rule)}`,
    probability < 1 && `with probability ${probability}`,
    match && `where ${formatMatch(rule)}`,
    times !== undefined && (rule.applied === 0 && left === 1 ? 'once' : often),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Finds the rule because of which another one has no effect for now: a newer one for all of its requests. */
export function findShadow(rule: Rule, rules: readonly Rule[]): Rule | undefined {
  return rules.slice(0, rules.indexOf(rule)).find((newer) => {
    const { operation, match, probability = 1, code = 400, example } = newer;
    const covers =
      operation === undefined ? code >= 400 && example === undefined : operation === rule.operation;
    return covers && match === undefined && probability === 1 && !isSpent(newer);
  });
}

/** The profile with these choices, if one has them. */
export const findProfile = ({ choices }: SandboxSettings): ProfileName | undefined =>
  profileNames.find((profile) => {
    const others = resolveChoices(profile);
    return openPointNames.every((point) => choices[point] === others[point]);
  });

/** What is active, each as a sentence with the view that changes it. */
export function describeActive({ rules, settings, clock }: Active) {
  const { latency } = settings;
  const slower = latency.to > 0 && `everything is ${formatLatency(latency)} ms slower`;
  const forced = rules
    .filter((rule) => !isSpent(rule))
    .map((rule) => {
      const shadow = findShadow(rule, rules);
      return describeRule(rule) + (shadow ? ` (no effect: ${shadow.id} comes first)` : '');
    });
  const profile = findProfile(settings) ?? 'own choices';
  const time = clock.now.slice(0, 16).replace('T', ' ');
  return {
    responses: [...forced, ...(slower ? [slower] : [])],
    behaviour: [
      ...(profile === 'default'
        ? []
        : [profile === 'own choices' ? profile : `profile ${profile}`]),
      ...(clock.mode === 'frozen' ? [`clock frozen at ${time}`] : []),
      ...(clock.advanced !== 0 ? [`clock at ${time}`] : []),
    ],
  };
}
