import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { runCheck } from '../../src/verify/checks/check.js';
import { firstListsCheck } from '../../src/verify/checks/reading.js';
import { maxListedPage } from '../../src/verify/provider.js';
import { reach } from './reach.js';

describe('a simulator passes each check by itself', () => {
  test.each(allChecks)('$requirement', async (check) => {
    // Only a full page shows that it has no more pets, and only an empty store an empty list.
    const page = check.requirement.includes(`limit ${maxListedPage}`) ? maxListedPage : 30;
    const pets = check === firstListsCheck ? 0 : page;
    const provider = reach(createSimulator({ pets }).fetch);

    const { verdict, cases } = await runCheck(check, provider);

    expect(verdict).toBe('passed');
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('a check without a response, or with an empty one, does not pass', () => {
  test.each(allChecks)('$requirement', async (check) => {
    const lost = reach(() => Promise.reject(new TypeError('fetch failed')));
    const empty = reach(async () => new Response(null, { status: 200 }));

    expect((await runCheck(check, lost)).verdict).not.toBe('passed');
    expect((await runCheck(check, empty)).verdict).not.toBe('passed');
  });
});
