import { expect, test } from 'vitest';
import { Cases, concludeRequirement } from '../../src/verification/cases.js';
import { runCheck } from '../../src/verification/checks/check.js';
import { decisions } from '../../src/verification/decisions.js';
import {
  Advice,
  CheckFailed,
  Inconclusive,
  type Verdict,
  verdicts,
} from '../../src/verification/result.js';
import { createContext } from './check-context.js';
import { createEvidence } from './results.js';

const evidence = createEvidence();
const requirement = { section: '1', requirement: 'r', source: 'check', quote: 'q' } as const;

/** A test that ends with this verdict. */
const endWith = (verdict: Verdict) => () => {
  if (verdict === 'failed') throw new CheckFailed(evidence);
  if (verdict === 'inconclusive') throw new Inconclusive('nobody knows');
  if (verdict === 'advice') throw new Advice(evidence, decisions.emptyName);
};

test('all cases run, and are in the order of their declaration', async () => {
  const cases = new Cases();
  const { quote, section, reason } = decisions.emptyName;
  const declared = ['failed', 'passed', 'inconclusive', 'advice'] as const;

  await cases.all(declared.map((name) => ({ name, test: endWith(name) })));
  await cases.all([{ name: 'last', test: endWith('failed'), quote: 'other words' }]);

  expect(cases.results).toEqual([
    { name: 'failed', verdict: 'failed', evidence },
    { name: 'passed', verdict: 'passed' },
    { name: 'inconclusive', verdict: 'inconclusive', reason: 'nobody knows' },
    { name: 'advice', verdict: 'advice', evidence, quote, section, reason },
    { name: 'last', verdict: 'failed', quote: 'other words', evidence },
  ]);
});

test.each(verdicts)('a requirement is %s if that is the worst of its cases', (verdict) => {
  const better = verdicts.slice(0, verdicts.indexOf(verdict) + 1);
  const cases = better.map((one) => ({ name: one, verdict: one }));

  expect(concludeRequirement(requirement, cases)).toEqual({ ...requirement, verdict, cases });
});

test('a requirement without any case is inconclusive', () => {
  expect(concludeRequirement(requirement, []).verdict).toBe('inconclusive');
});

test('an inconclusive case keeps the exchange that prevented it', async () => {
  const cases = new Cases();

  await cases.test('c', () => {
    throw new Inconclusive('the set-up failed', { evidence });
  });

  expect(cases.results).toEqual([
    { name: 'c', verdict: 'inconclusive', evidence, reason: 'the set-up failed' },
  ]);
});

test('a check that cannot be set up keeps the cases so far', async () => {
  const { verdict, cases } = await runCheck(
    {
      ...requirement,
      run: async (_context, cases) => {
        await cases.test('first', () => {});
        throw new Inconclusive('the list is empty');
      },
    },
    createContext(),
  );

  expect(verdict).toBe('inconclusive');
  expect(cases).toEqual([
    { name: 'first', verdict: 'passed' },
    { name: 'set-up', verdict: 'inconclusive', reason: 'the list is empty' },
  ]);
});
