import { expect, test } from 'vitest';
import {
  addRules,
  clearForced,
  describeActive,
  describeLeft,
  describeRule,
  describeUse,
  findProfile,
  findShadow,
  putSettings,
} from '../../../src/console/active.js';
import { call } from '../../../src/console/simulator.js';
import { resolveChoices } from '../../../src/document/open-points.js';
import type { RuleState } from '../../../src/engine/scenario.js';
import type { Active } from '../../../src/server/admin/changes-route.js';
import { openPage } from './page.js';

test('a changed setting keeps all others', async () => {
  const { settings } = (await openPage()).sandbox('x');
  await settings.set({ profile: 'strict', delay: '1-2', allow: ['violation'] });
  const before = await settings.read();

  await putSettings('x', { choices: { 'list-order': 'shuffled' } });
  await putSettings('x', { delay: '3' });

  expect(await settings.read()).toEqual({
    ...before,
    choices: { ...before.choices, 'list-order': 'shuffled' },
    delay: { from: 3, to: 3 },
  });
});

test('clears what forces responses where something does, and nothing else', async () => {
  const simulator = await openPage();
  const [one, two, three] = ['one', 'two', 'three'].map((name) => simulator.sandbox(name));
  await one?.addRule({ code: 503 });
  await two?.settings.set({ delay: '5', choices: { 'list-order': 'shuffled' } });
  await three?.clock.freeze('2030-01-01T00:00:00Z');
  const { active } = await call<{ active: Active[] }>('GET /changes');
  await one?.addRule({ code: 404 });

  await clearForced(active);

  expect(await one?.rules()).toEqual([]);
  expect(await two?.settings.read()).toMatchObject({
    delay: { from: 0, to: 0 },
    choices: { 'list-order': 'shuffled' },
  });
  const frozen = (await three?.snapshot())?.clock;
  expect(frozen).toMatchObject({ mode: 'frozen' });
});

test('finds the profile that is closest, and the choices that differ from it', () => {
  const strict = resolveChoices('strict', { 'list-order': 'shuffled' });

  expect(findProfile({ choices: strict })).toEqual({ name: 'strict', changed: ['list-order'] });
  expect(findProfile({ choices: resolveChoices('hostile') }).changed).toEqual([]);
});

test('the first of several rules is tried first, and a real clock goes ahead', async () => {
  const sandbox = (await openPage()).sandbox('x');

  await addRules('x', [{ code: 503 }, { code: 504 }]);
  await call('PUT /clock', 'x', { mode: 'real', advance: 60_000 });

  expect((await sandbox.rules()).map(({ code }) => code)).toEqual([503, 504]);
  expect((await sandbox.snapshot()).clock.advanced).toBe(60_000);
});

const settings = { choices: resolveChoices('default'), delay: { from: 0, to: 0 }, allow: [] };
const own = { ...settings.choices, 'list-order': 'shuffled' } as const;
const clock = { mode: 'real', now: '2030-12-05T01:02:03.000Z', advanced: 0 } as const;
const once = { id: 'rule-1', code: 503, times: 1, tried: 1 };

test.each<[newer: Partial<RuleState>, comesFirst: boolean]>([
  [{ code: 503 }, true],
  [{ operation: 'createPet', delay: 5 }, true],
  [{ operation: 'getPet', code: 503 }, false],
  [{ code: 503, times: 1, applied: 1 }, false],
  [{ code: 503, probability: 0.5 }, false],
  [{ code: 503, match: { query: { limit: '1' } } }, false],
  [{ code: 201 }, false],
])('a newer rule %j comes before one of createPet: %s', (newer, comesFirst) => {
  const counts = { applied: 0, tried: 0 };
  const rule = { id: 'rule-1', operation: 'createPet', code: 404, ...counts } as const;
  const rules = [{ id: 'rule-2', ...counts, ...newer }, rule];

  expect(findShadow(rule, rules)?.id).toBe(comesFirst ? 'rule-2' : undefined);
  const active = describeActive({ sandbox: 'x', rules, settings, clock }).flat();
  expect(active.includes('createPet fails with 404')).toBe(!comesFirst);
});

test.each<[rule: Partial<RuleState>, sentence: string, use: string]>([
  [{ delay: 20, operation: 'getPet' }, 'getPet takes 20 ms', 'not used yet'],
  [{ code: 201, delay: 2_500 }, 'every operation is answered as usual after 2.5 s', 'not used yet'],
  [{ example: 'no-pet', applied: 6, tried: 6 }, 'fails as in the example no-pet', 'used 6 times'],
  [{ code: 503, fault: 'reset' }, 'fails with 503 and loses its connection', 'not used yet'],
  [{ code: 503, body: {}, applied: 1 }, 'fails with 503 with a body of its own', 'used 1 time'],
  [{ code: 503, headers: { A: '1', B: '2' } }, 'fails with 503 with A, B', 'not used yet'],
  [{ code: 503, times: 3, applied: 1 }, 'fails with 503, 2 more times', 'used 1 of 3 times'],
  [{ code: 503, times: 2, applied: 1 }, 'fails with 503, once more', 'used 1 of 2 times'],
  [
    { probability: 0.5, times: 1, tried: 4 },
    ', with probability 0.5, once',
    ' 1 time in 4 requests',
  ],
  [{ match: { petId: '7', body: { id: 7 } }, code: 503 }, 'for pet 7 and some bodies', 'not used'],
  [{ match: { headers: { a: 'b' }, bodyContains: 'Rex' } }, '`a: b` and bodies with `Rex`', 'not'],
  [{ match: { query: { status: 'sold', limit: '5' } } }, ' for `?status=sold&limit=5`', 'not used'],
])('the rule %j is: %s; %s', (rule, end, use) => {
  const whole = { id: 'rule-1', applied: 0, tried: 0, ...rule };
  expect((describeRule(whole) + describeLeft(whole)).slice(-end.length)).toBe(end);
  expect(describeUse(whole)).toContain(use);
});

test.each([
  [{ rules: [{ ...once, applied: 1 }] }],
  [{ rules: [{ ...once, applied: 0 }] }, 'responses', 'every operation fails with 503, once'],
  [{ delay: { from: 0, to: 5 } }, 'responses', 'every response 0-5 ms slower'],
  [{ choices: resolveChoices('hostile') }, 'behaviour', 'profile hostile'],
  [{ choices: own }, 'behaviour', 'own choices: list-order'],
  [
    { clock: { ...clock, mode: 'frozen' as const } },
    'behaviour',
    'clock frozen at 2030-12-05 01:02',
  ],
  [{ clock: { ...clock, advanced: -1 } }, 'behaviour', 'clock at 2030-12-05 01:02'],
])('with %j, what is active is: %s %s', (changed, ...active) => {
  const start = { sandbox: 'x', rules: [], settings: { ...settings, ...changed }, clock };

  expect(describeActive({ ...start, ...changed }).flat()).toEqual(active);
});
