import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { allChecks } from '../../src/verification/checks/all-checks.js';
import { runCheck } from '../../src/verification/checks/check.js';
import { createContextWith } from './check-context.js';

describe('a simulator passes each check by itself', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const { requirement, section, quote } = check;

    const result = await runCheck(check, createContextWith(createSimulator().fetch));

    expect(result).toMatchObject({
      requirement,
      section,
      quote,
      source: 'check',
      verdict: 'passed',
    });
    expect(result.cases.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  });
});

describe('a check creates no more pets than it declares', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const context = createContextWith(createSimulator().fetch);
    // Shared pets do not count.
    await Promise.all(
      (['available', 'pending', 'sold', undefined] as const).map((status) =>
        context.pets.withStatus(status),
      ),
    );
    const shared = context.store.provider.createdPets;

    await runCheck(check, context);

    const created = context.store.provider.createdPets - shared;
    expect(created).toBeLessThanOrEqual(check.creates ?? 0);
  });
});

describe('a check without a response does not pass', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const context = createContextWith(() => Promise.reject(new TypeError('fetch failed')));

    expect((await runCheck(check, context)).verdict).not.toBe('passed');
  });
});

describe('a check with an empty 200 response does not pass', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const context = createContextWith(async () => new Response(null, { status: 200 }));

    expect((await runCheck(check, context)).verdict).not.toBe('passed');
  });
});

describe('a check names each of its cases once', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const { cases } = await runCheck(check, createContextWith(createSimulator().fetch));

    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('a check names its cases alike in each verification', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const listNames = async (pets: number) => {
      const context = createContextWith(createSimulator({ pets }).fetch);
      return (await runCheck(check, context)).cases.map(({ name }) => name);
    };

    expect(await listNames(3)).toEqual(await listNames(30));
  });
});
