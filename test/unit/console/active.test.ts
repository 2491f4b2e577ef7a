import { expect, test } from 'vitest';
import {
  addRules,
  describeActive,
  describeRule,
  putSettings,
} from '../../../src/console/active.js';
import { call } from '../../../src/console/simulator.js';
import { resolveChoices } from '../../../src/document/open-points.js';
import type { Rule } from '../../../src/engine/scenario.js';
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

test('the first of several rules is tried first, and a real clock goes ahead', async () => {
  const sandbox = (await openPage()).sandbox('x');

  await addRules('x', [{ code: 503 }, { code: 504 }]);
  await call('PUT /clock', 'x', { mode: 'real', advance: 60_000 });

  expect((await sandbox.rules()).map(({ code }) => code)).toEqual([503, 504]);
  expect((await sandbox.snapshot()).clock.advanced).toBe(60_000);
});

test.each<[newer: Partial<Rule>, comesFirst: boolean]>([
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
  const text = describeRule(rule, [{ id: 'rule-2', ...counts, ...newer }, rule]);

  const reason = comesFirst ? ' (no effect: rule-2 comes first)' : '';
  expect(text).toBe(`createPet fails with 404${reason}`);
});

test.each<[rule: Partial<Rule>, sentence: string]>([
  [{ code: 201, delay: 2_500 }, 'everything is answered as usual after 2.5 s'],
  [
    { example: 'no-pet', fault: 'reset' },
    'everything fails as in the example no-pet and loses its connection',
  ],
  [{ operation: 'getPet', delay: 20, times: 3, applied: 1 }, 'getPet takes 20 ms, 2 more times'],
  [
    { code: 503, body: {}, headers: { A: '1', B: '2' } },
    'everything fails with 503 with a body of its own with A, B',
  ],
  [
    { code: 503, probability: 0.5, times: 1 },
    'everything fails with 503, with probability 0.5, once',
  ],
  [
    { code: 503, match: { petId: '7', body: { id: 7 } } },
    'everything fails with 503, where {"petId":"7","body":"…"}',
  ],
  [{ code: 503, times: 2, applied: 1 }, 'everything fails with 503, once more'],
  [{ code: 503, times: 2, applied: 2 }, 'everything fails with 503, used up'],
])('the rule %j is: %s', (rule, sentence) => {
  expect(describeRule({ id: 'rule-1', applied: 0, tried: 0, ...rule })).toBe(sentence);
});

const settings = { choices: resolveChoices('default'), delay: { from: 0, to: 0 }, allow: [] };
const own = { ...settings.choices, 'list-order': 'shuffled' } as const;
const clock = { mode: 'real', now: '2030-12-05T01:02:03.000Z', advanced: 0 } as const;
const once = { id: 'rule-1', code: 503, times: 1, tried: 1 };

test.each([
  [{ rules: [{ ...once, applied: 1 }] }],
  [{ rules: [{ ...once, applied: 0 }] }, 'responses', 'everything fails with 503, once'],
  [{ delay: { from: 0, to: 5 } }, 'responses', 'everything is 0-5 ms slower'],
  [{ choices: resolveChoices('hostile') }, 'behaviour', 'profile hostile'],
  [{ choices: own }, 'behaviour', 'own choices'],
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
