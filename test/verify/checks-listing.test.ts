import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import type { Fetch } from '../../src/verify/send/client.js';
import { serviceOf } from './open-provider.js';
import type { Call } from './providers/call.js';
import type { Fields, Pet, PetStatus } from './providers/pet.js';
import { Service } from './providers/service.js';
import { changing, startingWith } from './providers/variant.js';
import { reach, reachService, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

const filtered = 'the status filter returns all pets with that status and no others';

const run = (name: string, fetch: Fetch) => runNamedCheck(name, reach(fetch));

test('is inconclusive when no page shows all pets', async () => {
  const result = await run(
    filtered,
    createSimulator({ pets: 1_000, choices: { 'list-order': 'shuffled' } }).fetch,
  );

  expect(decidingCase(result)).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('no page shows all of them'),
  });
});

test('a page that is not full shows all pets of a status in a store beyond one page', async () => {
  const { verdict } = await run(filtered, createSimulator({ pets: 150 }).fetch);

  expect(verdict).toBe('passed');
});

test('fails a filter that gives a pet the status for which it is listed', async () => {
  class Obliging extends Service {
    override matches(): boolean {
      return true;
    }

    override shown(pet: Pet, call: Call): Fields {
      const status = this.filterOf(call);
      return { ...super.shown(pet, call), ...(status && { status }) };
    }
  }

  const result = await runNamedCheck(filtered, reachService(new Obliging()));

  expect(decidingCase(result)).toMatchObject({
    verdict: 'failed',
    evidence: { cause: { title: 'status of the Pet changes' } },
  });
});

test('no empty list is shown by one that fails', async () => {
  class Failing extends Service {
    override matches(pet: Pet, filter: PetStatus): boolean {
      if (filter === 'sold') throw new Error('out of memory');
      return super.matches(pet, filter);
    }
  }

  const { cases } = await runNamedCheck('array of pets for each', reachService(new Failing()));

  expect(cases.at(-1)).toMatchObject({ name: 'no pets', verdict: 'inconclusive' });
});

test('fails another spelling of a petId that finds another pet', async () => {
  const Guessing = changing('find', (plain, petId) => plain(/^\d+e0$/.test(petId) ? '1' : petId));

  const result = await runNamedCheck('with another id', reachService(new Guessing()));

  expect(decidingCase(result)).toMatchObject({
    name: 'id of a pet with an exponent',
    verdict: 'failed',
    evidence: { expected: 'the pet with the id 31, or 404' },
  });
});

const pages = 'a page has as many pets as limit';

test.each([
  [45, 0],
  [120, 75],
])('with --max-pets %i, creates %i pets beside those of the checks', async (maxPets, more) => {
  const provider = reachService(new (startingWith(() => []))(), { maxPets });

  expect((await runNamedCheck(pages, provider)).verdict).toBe('passed');

  const statuses = provider.pets.map(({ status }) => status);
  // 21 without a filter and one of each status, and 21 available ones.
  expect(statuses).toHaveLength(21 + 3 + 20 + more);
  expect(statuses.filter((status) => status === 'available')).toHaveLength(21 + more);
});

test.each([
  'With a filter and no limit a page has all pets.',
  'With a filter a page has up to 20 pets, whatever the limit.',
])('gives a status more pets than a page has by default: %s', async (name) => {
  const provider = reachService(new (serviceOf(name))());

  await runNamedCheck(pages, provider);

  expect([
    (await runNamedCheck(pages, provider)).verdict,
    (await runNamedCheck(filtered, provider)).verdict,
  ]).toContain('failed');
});

test('says what more pets would show', async () => {
  const { cases } = await runNamedCheck('a page with limit 100', reachService());

  expect(cases[0]?.reason).toMatch(/^the list had 30 pets; 100 would show it, .*--max-pets 120\)$/);
});

test.each([
  [filtered, 'Of 500 pets, newest first: the filter sold lacks every third pet.'],
  ['created pets still exist', 'Of 500 pets, newest first: categories in lists are 1.'],
])('"%s" fails in a store beyond one page: %s', async (requirement, name) => {
  const provider = reachService(new (serviceOf(name))());
  await provider.create({ categoryId: 7n, status: 'sold' });

  expect((await runNamedCheck(requirement, provider)).verdict).toBe('failed');
});
