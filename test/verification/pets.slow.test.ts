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

/** A whole verification: what was announced, and the bodies that pets were created with. */
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
      begins: ({ maxPets }) => {
        announced = maxPets;
        createdBefore = recorded.filter(({ call }) => call.method !== 'GET').length;
      },
      created: (count) => counts.push(count),
    },
  );
  const bodies = created().map(({ call }) => JSON.parse(String(call.body)) as { name: string });
  return { report, announced, createdBefore, counts, bodies };
}

describe.each([0, 1, 19, 20, 30, 99, 100, 250])('a provider that has %i pets', (count) => {
  test('gets no more than are announced, and the report says how many', async () => {
    const { report, announced, bodies } = await verifyRecorded(withPets(count));

    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.length).toBeLessThanOrEqual(announced);
    expect(report.createdPets).toBe(bodies.length);
  });
});

test('the number is announced before anything but GET is sent', async () => {
  const { createdBefore } = await verifyRecorded(Service);

  expect(createdBefore).toBe(0);
});

test('every pet that is created is told of as it comes', async () => {
  const { counts, bodies } = await verifyRecorded(Service);

  expect(counts).toEqual(bodies.map((_, index) => index + 1));
});

test('a pet says in its name where it comes from, but for names that are what is verified', async () => {
  const { bodies } = await verifyRecorded(Service);

  const others = bodies.filter(({ name }) => !name.includes('animal-store verify'));
  // Providers mangle these, and with more in the name they wouldn't.
  expect(['', '007', 'null']).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
});
