import { expect, onTestFinished, test, vi } from 'vitest';
import { addRules, putSettings } from '../../../src/console/active.js';
import { call } from '../../../src/console/simulator.js';
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
