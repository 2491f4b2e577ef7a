import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';

/** A test of a consumer: targets that it requests in its sandbox, `+` to create a pet. */
type ConsumerTest = readonly string[];

const anyTest: fc.Arbitrary<ConsumerTest> = fc.array(
  // The new pet has the identifier 51: 404 before, 200 after.
  fc.constantFrom('', '?limit=5', '?status=sold', '?limit=0', '/51', '/51', '+', '+'),
  { minLength: 1, maxLength: 4 },
);

async function run(simulator: RunningSimulator, [name, requests]: readonly [number, ConsumerTest]) {
  for (const target of requests) {
    const isCreated = target === '+';
    await simulator.fetch(`${simulator.url}/pets${isCreated ? '' : target}`, {
      headers: {
        Authorization: `Bearer test-key.test-${name}`,
        'Content-Type': 'application/json',
      },
      ...(isCreated && { method: 'POST', body: '{"name":"Rex","categoryId":2}' }),
    });
  }
}

/** Runs each group of tests at once, with a simulator of its own; returns the contract of all, if any. */
async function record(groups: readonly (readonly ConsumerTest[])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    const pact = join(folder, 'shop.json');
    await Promise.all(
      groups.map(async (tests) => {
        const simulator = await startSimulator({ pact, consumer: 'shop' });
        await Promise.all([...tests.entries()].map((one) => run(simulator, one)));
        await simulator.close();
      }),
    );
    // Without uses, no file is written.
    return await readFile(pact, 'utf8').catch(() => '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const anyRun = fc.array(anyTest, { minLength: 1, maxLength: 6 }).chain((tests) =>
  fc.record({
    tests: fc.constant(tests),
    shuffled: fc.shuffledSubarray(tests, { minLength: tests.length }),
    cuts: fc.array(fc.nat(tests.length), { minLength: 2, maxLength: 2 }),
  }),
);

test('the same tests record the same bytes in any order, with one simulator or several', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ tests, shuffled, cuts: [one = 0, other = 0] }) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      const groups = [
        shuffled.slice(0, first),
        shuffled.slice(first, second),
        shuffled.slice(second),
      ];
      expect(await record(groups)).toBe(await record([tests]));
    }),
    { numRuns: 10 },
  );
});
