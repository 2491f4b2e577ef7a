import { expect, test } from 'vitest';
import { UsageError } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { selectChecks } from '../../src/verify/run.js';
import { recording } from './open-provider.js';
import { verifyService } from './providers/in-process.js';
import { Service } from './providers/service.js';

const select = (...only: string[]) => selectChecks(only);

const sectionsOf = (requirements: readonly { readonly section: string }[]) =>
  [...new Set(requirements.map(({ section }) => section))].sort();

const sentence = 'every request needs a valid key, even after a request that had one';

test.each([
  ['4.2', ['4.2']],
  ['4', ['4', '4.1', '4.2', '4.3']],
  [sentence, ['5']],
  ['EVERY BODY that is not', ['4.2']],
])('--only %j selects sections and words', (only, sections) => {
  expect(sectionsOf(select(only))).toEqual(sections);
});

test('its own words select each requirement alone', () => {
  const all = allChecks.map(({ requirement }) => requirement);

  expect(all.map((only) => select(only).map(({ requirement }) => requirement))).toEqual(
    all.map((requirement) => [requirement]),
  );
});

test('several values select together, each requirement once', () => {
  const count = allChecks.filter(({ section }) => section === '7').length;

  expect(select('7', sentence, '7')).toHaveLength(count + 1);
});

test.each(['9', '6', 'limt', '4.2,limt', '4.', ','])(
  '%j is an error that lists sections',
  (only) => {
    expect(() => select(only)).toThrow(UsageError);
    expect(() => select(only)).toThrow(/\(1, 2, 3, 4, 4\.1, .*\) or words of a requirement/);
  },
);

test('only selected requirements are tested and reported', async () => {
  const { service, recorded } = recording();

  const report = await verifyService(new service(), { only: '7' });

  expect(sectionsOf(report.requirements)).toEqual(['7']);
  expect(recorded.length).toBeLessThan(50);
});

test('a wrong value ends before the first request', async () => {
  const fetch = () => Promise.reject(new Error('a request was sent'));

  await expect(verifyService(new Service(), { only: 'nothing' }, undefined, fetch)).rejects.toThrow(
    /got "nothing"/,
  );
});
