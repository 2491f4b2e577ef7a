import { expect, onTestFinished, test, vi } from 'vitest';
import { addRules, describeRule, putSettings } from '../../../src/console/active.js';
import { call } from '../../../src/console/simulator.js';
import type { Rule } from '../../../src/engine/scenario.js';
import { start } from '../../support/simulator.js';

/** A simulator that the functions of the page call. */
async function open() {
  const simulator = await start();
  vi.stubGlobal('document', { baseURI: `${simulator.origin}/` });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  return simulator.sandbox('x');
}

test('a changed setting keeps all others', async () => {
  const { settings } = await open();
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
  const sandbox = await open();

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
