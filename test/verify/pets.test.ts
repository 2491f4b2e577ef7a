import { beforeAll, describe, expect, test } from 'vitest';
import { recording } from './open-provider.js';
import { somePets } from './providers/pet.js';
import { Service } from './providers/service.js';
import { verifyService } from './verify-service.js';

const withPets = (count: number) =>
  class extends Service {
    override firstPets() {
      return somePets(count);
    }
  };

/** Runs a verification; records the announced number of pets, and the bodies of the created ones. */
async function verifyRecorded(base: new () => Service) {
  const { service, recorded } = recording(base);
  const created = () => recorded.filter(({ answer }) => answer.status === 201);
  let announced = Number.NaN;
  let createdBefore = Number.NaN;
  const counts: number[] = [];
  const report = await verifyService(
    new service(),
    {},
    {
      onStart: ({ maxPets }) => {
        announced = maxPets;
        createdBefore = recorded.filter(({ call }) => call.method !== 'GET').length;
      },
      onPetCreated: (count) => counts.push(count),
    },
  );
  const bodies = created().map(({ call }) => JSON.parse(String(call.body)) as { name: string });
  return { report, announced, createdBefore, counts, bodies };
}

describe('gets at most the announced number of pets, which the report counts', () => {
  test.each([0, 20, 99, 250])('a provider with %i pets', async (count) => {
    const { report, announced, bodies } = await verifyRecorded(withPets(count));

    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.length).toBeLessThanOrEqual(announced);
    expect(report.createdPets).toBe(bodies.length);
  });
});

describe('a verification', () => {
  let recorded: Awaited<ReturnType<typeof verifyRecorded>>;

  beforeAll(async () => {
    recorded = await verifyRecorded(Service);
  });

  test('announces the number before it creates a pet', () => {
    expect(recorded.createdBefore).toBe(0);
  });

  test('reports each created pet at once', () => {
    const { counts, bodies } = recorded;

    expect(counts).toEqual(bodies.map((_, index) => index + 1));
  });

  test('names its pets animal-store verify, except for the announced ones', () => {
    const others = recorded.bodies.filter(({ name }) => !name.includes('animal-store verify'));

    // With more in the name, providers would not change these.
    expect(['', '007', 'null']).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
  });
});
