import { describe, expect, test } from 'vitest';
import { verify } from '../../src/index.js';
import { somePets } from '../providers/pet.js';
import { Service } from '../providers/service.js';
import { openService, recording } from './providers.js';

const withPets = (count: number) =>
  class extends Service {
    protected override firstPets() {
      return somePets(count);
    }
  };

/** Runs a verification; records the announced number of pets, and the bodies of the created ones. */
async function verifyRecorded(base: new () => Service) {
  const { service, recorded } = recording(base);
  const { url, apiKey } = await openService(service);
  const created = () => recorded.filter(({ answer }) => answer.status === 201);
  let announced = Number.NaN;
  let createdBefore = Number.NaN;
  const counts: number[] = [];
  const report = await verify(
    { url, apiKey },
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

describe.each([0, 1, 19, 20, 30, 99, 100, 250])('a provider with %i pets', (count) => {
  test('gets at most the announced number, which the report counts', async () => {
    const { report, announced, bodies } = await verifyRecorded(withPets(count));

    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.length).toBeLessThanOrEqual(announced);
    expect(report.createdPets).toBe(bodies.length);
  });
});

test('announces the number before it creates a pet', async () => {
  const { createdBefore } = await verifyRecorded(Service);

  expect(createdBefore).toBe(0);
});

test('reports each created pet at once', async () => {
  const { counts, bodies } = await verifyRecorded(Service);

  expect(counts).toEqual(bodies.map((_, index) => index + 1));
});

test('names of created pets contain animal-store verify, except for the announced ones', async () => {
  const { bodies } = await verifyRecorded(Service);

  const others = bodies.filter(({ name }) => !name.includes('animal-store verify'));
  // With more in the name, providers would not change these.
  expect(['', '007', 'null']).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
});
