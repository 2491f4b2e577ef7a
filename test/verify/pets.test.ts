import { beforeAll, describe, expect, test } from 'vitest';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { bareNames } from '../../src/verify/checks/creating.js';
import { recording } from './open-provider.js';
import { verifyService } from './providers/in-process.js';
import { somePets } from './providers/pet.js';
import { Service } from './providers/service.js';
import { startingWith } from './providers/variant.js';

/** Runs a verification; records the bodies of the created pets. */
async function verifyRecorded(base: new () => Service) {
  const { service, recorded } = recording(base);
  const created = () => recorded.filter(({ answer }) => answer.status === 201);
  const report = await verifyService(new service());
  const bodies = created().map(({ call }) => JSON.parse(String(call.body)) as { name: string });
  return { report, bodies };
}

describe('gets at most the announced number of pets, which the report counts', () => {
  test.each([0, 20, 99, 250])('a provider with %i pets', async (count) => {
    const { report, bodies } = await verifyRecorded(startingWith(() => somePets(count)));

    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.length).toBeLessThanOrEqual(verifyOptionTable.maxPets.default);
    expect(report.createdPets).toBe(bodies.length);
  });
});

describe('a verification', () => {
  let recorded: Awaited<ReturnType<typeof verifyRecorded>>;

  beforeAll(async () => {
    recorded = await verifyRecorded(Service);
  });

  test('gives one pet a name of over 22,000 characters, and all others one of at most 24', () => {
    const long = recorded.bodies.filter(({ name }) => name.length > 24);

    expect(long.map(({ name }) => name.length > 22_000)).toEqual([true]);
  });

  test('names its pets as announced, except for odd ones', () => {
    const others = recorded.bodies.filter(({ name }) => !name.includes(recorded.report.namePrefix));

    // With more in the name, providers would not change these.
    expect(['', ...bareNames]).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
  });
});
