import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSimulator, type Rule, type SandboxHandle } from '../../src/index.js';
import { type Controlled, callService, openServer, type ServiceCall } from './open.js';
import { anyCall } from './sequences.js';

const sandboxes = 200;
const clients = 20;

/** One step of a test that has a sandbox of its own. */
type Step =
  | { readonly kind: 'call'; readonly call: ServiceCall }
  | { readonly kind: 'addRule'; readonly rule: Rule }
  | { readonly kind: 'reset'; readonly seed: number }
  | { readonly kind: 'settings'; readonly profile: 'default' | 'hostile' }
  | { readonly kind: 'pet' };

const rule = fc.constantFrom<Rule>(
  { operation: 'listPets', code: 503, times: 2 },
  { operation: 'createPet', example: 'missing-name', probability: 0.5 },
  { code: 404, times: 1 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: anyCall.map((call) => ({ kind: 'call' as const, call })) },
  { weight: 2, arbitrary: rule.map((added) => ({ kind: 'addRule' as const, rule: added })) },
  { weight: 1, arbitrary: fc.nat(3).map((seed) => ({ kind: 'reset' as const, seed })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('default' as const, 'hostile' as const)
      .map((profile) => ({ kind: 'settings' as const, profile })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'pet' as const }) },
);

async function take(simulator: Pick<Controlled, 'fetch'>, sandbox: SandboxHandle, one: Step) {
  switch (one.kind) {
    case 'call':
      return callService(simulator, sandbox, one.call);
    case 'addRule':
      return (await sandbox.addRule(one.rule)).id;
    case 'reset':
      return sandbox.reset({ seed: one.seed });
    case 'settings':
      return sandbox.settings.set({ profile: one.profile });
    case 'pet':
      return sandbox.pets.add({ name: 'Rex', categoryId: 1 });
  }
}

/** What a test leaves behind in its sandbox, without its name and the time. */
async function tracesOf(sandbox: SandboxHandle) {
  const { clock, ...state } = await sandbox.snapshot();
  const requests = await sandbox.requests();
  const sent = requests.map(({ number, method, query, body, status, notes }) => {
    return { number, method, query, body, status, notes };
  });
  return { state, sent };
}

async function run(simulator: Pick<Controlled, 'fetch'>, sandbox: SandboxHandle, steps: Step[]) {
  const answers: unknown[] = [];
  for (const one of steps) {
    answers.push(await take(simulator, sandbox, one));
  }
  return { answers, ...(await tracesOf(sandbox)) };
}

test(`${clients} clients at once in ${sandboxes} sandboxes get the same responses as alone`, async () => {
  const scripts = fc.sample(fc.array(step, { minLength: 5, maxLength: 12 }), {
    numRuns: sandboxes,
    seed: 20_301_205,
  });
  const server = await openServer({ maxSandboxes: sandboxes + 1 });
  const left = [...scripts.entries()];
  const results = new Map<number, unknown>();
  const client = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [index, steps] = next;
      results.set(index, await run({ fetch }, server.sandbox(`test-${index}`), steps));
    }
  };

  await Promise.all(Array.from({ length: clients }, client));

  expect(results.size).toBe(sandboxes);
  for (const [index, steps] of scripts.entries()) {
    const alone = createSimulator();
    expect(results.get(index)).toEqual(await run(alone, alone.sandbox('alone'), steps));
  }
});
