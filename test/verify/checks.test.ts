import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { runCheck } from '../../src/verify/checks/check.js';
import { everyStatus } from '../../src/verify/pets.js';
import { createContextWith } from './check-context.js';

describe('a simulator passes each check by itself, with no more pets than it declares', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const context = createContextWith(createSimulator().fetch);
    // Shared pets do not count.
    await Promise.all(everyStatus.map((status) => context.pets.withStatus(status)));
    const shared = context.store.created.length;

    const { verdict, cases } = await runCheck(check, context);

    expect(verdict).toBe('passed');
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(context.store.created.length - shared).toBeLessThanOrEqual(check.creates ?? 0);
  });
});

describe('a check without a response, or with an empty one, does not pass', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const lost = createContextWith(() => Promise.reject(new TypeError('fetch failed')));
    const empty = createContextWith(async () => new Response(null, { status: 200 }));

    expect((await runCheck(check, lost)).verdict).not.toBe('passed');
    expect((await runCheck(check, empty)).verdict).not.toBe('passed');
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
