import { expect } from 'vitest';
import type { Rule, RuleState } from '../../src/index.js';
import { callAtOnce, callService, controlled } from './open.js';

const list = { path: '/pets' };
const create = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };
const read = { path: '/pets/1' };

controlled('applies a rule exactly seven times to 200 parallel requests', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const rule = await sandbox.addRule({ operation: 'listPets', code: 503, times: 7 });

  const answers = await callAtOnce(200, simulator, sandbox, list);

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(7);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(193);
  expect(await sandbox.rules()).toMatchObject([{ id: rule.id, applied: 7, tried: 7 }]);
});

controlled(
  'applies the newest matching rule until it is used up, then an older one',
  async (open) => {
    const simulator = await open();
    const sandbox = simulator.sandbox();
    await sandbox.addRule({ code: 504 });
    await sandbox.addRule({ operation: 'listPets', code: 502, times: 1 });
    await sandbox.addRule({ operation: 'listPets', code: 500, times: 2 });

    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      statuses.push((await callService(simulator, sandbox, list)).status);
    }

    expect(statuses).toEqual([500, 500, 502, 504, 504]);
  },
);

controlled('a Prefer header takes precedence and uses up no rule', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503, times: 1 });

  const forced = await callService(simulator, sandbox, {
    ...list,
    headers: { Prefer: 'code=401' },
  });
  const delayed = await callService(simulator, sandbox, {
    ...list,
    headers: { Prefer: 'delay=0' },
  });
  const ruled = await callService(simulator, sandbox, list);

  expect([forced.status, delayed.status, ruled.status]).toEqual([401, 200, 503]);
});

controlled('a request without a valid key gets 401 and uses up no rule', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503, times: 1 });

  const refused = await callService(simulator, sandbox, {
    ...list,
    headers: { Authorization: 'Bearer no-key' },
  });

  expect(refused.status).toBe(401);
  expect((await callService(simulator, sandbox, list)).status).toBe(503);
});

controlled('skips a rule that the operation cannot respond with', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const rule = await sandbox.addRule({ example: 'no-such-pet', times: 1 });

  expect((await callService(simulator, sandbox, list)).status).toBe(200);
  expect((await callService(simulator, sandbox, create)).status).toBe(201);
  expect(await sandbox.rules()).toMatchObject([{ id: rule.id, applied: 0, tried: 0 }]);
  expect((await callService(simulator, sandbox, read)).status).toBe(404);
});

controlled('repeats chance after a reset, and in another sandbox', async (open) => {
  const simulator = await open({ seed: 7 });
  const sandbox = simulator.sandbox();
  const other = simulator.sandbox();
  const run = async (place: typeof sandbox) => {
    await place.addRule({ operation: 'listPets', code: 503, probability: 0.5 });
    const statuses: number[] = [];
    for (let time = 0; time < 40; time += 1) {
      statuses.push((await callService(simulator, place, list)).status);
    }
    return statuses;
  };

  const first = await run(sandbox);
  await sandbox.reset();
  const again = await run(sandbox);
  await sandbox.reset({ seed: 8 });
  const seededOtherwise = await run(sandbox);

  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(again).toEqual(first);
  expect(await run(other)).toEqual(first);
  expect(seededOtherwise).not.toEqual(first);
});

controlled('applies chance to parallel requests as to sequential ones', async (open) => {
  const simulator = await open();
  const [oneByOne, atOnce] = [simulator.sandbox(), simulator.sandbox()];
  const rule = { operation: 'listPets', code: 503, probability: 0.3, times: 20 } as const;
  await Promise.all([oneByOne.addRule(rule), atOnce.addRule(rule)]);

  for (let time = 0; time < 60; time += 1) {
    await callService(simulator, oneByOne, list);
  }
  await callAtOnce(60, simulator, atOnce, list);

  const [expected] = await oneByOne.rules();
  expect(expected?.applied).toBeGreaterThan(5);
  expect(await atOnce.rules()).toEqual([expected]);
});

controlled('never applies probability 0, and always probability 1', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503, probability: 1 });
  await sandbox.addRule({ code: 500, probability: 0 });

  const answers = await callAtOnce(50, simulator, sandbox, list);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
});

controlled('stops applying a rule that is removed under load', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const [second, first] = [
    await sandbox.addRule({ code: 502, times: 1 }),
    await sandbox.addRule({ code: 503 }),
  ];

  const during = callAtOnce(50, simulator, sandbox, list);
  await first.remove();
  const answered = await during;
  const after = await callAtOnce(20, simulator, sandbox, list);
  await first.remove();

  expect(answered.filter(({ status }) => status === 502).length).toBeLessThan(2);
  expect(after.map(({ status }) => status)).not.toContain(503);
  expect([...answered, ...after].filter(({ status }) => status === 502)).toHaveLength(1);
  expect((await sandbox.rules()).map(({ id }) => id)).toEqual([second.id]);
});

controlled('removes all rules', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503 });
  await sandbox.addRule({ operation: 'createPet', example: 'missing-name' });

  await sandbox.clearRules();

  expect(await sandbox.rules()).toEqual([]);
  expect((await callService(simulator, sandbox, list)).status).toBe(200);
});

controlled('lists a rule as it was added', async (open) => {
  const sandbox = (await open()).sandbox();
  const rule: Rule = {
    operation: 'createPet',
    code: 400,
    example: 'missing-name',
    delay: 1,
    headers: { 'X-Reason': 'test' },
    match: { body: { name: 'Rex' }, headers: { a: 'b' } },
    times: 3,
    probability: 0.25,
  };

  await sandbox.addRule(rule);

  expect(await sandbox.rules()).toEqual([{ ...rule, id: 'rule-1', applied: 0, tried: 0 }]);
});

controlled('notes a rule in the journal, not in the response', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ operation: 'createPet', example: 'missing-name', times: 1 });

  const { status, text } = await callService(simulator, sandbox, create);

  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ status: 400 });
  expect(await sandbox.requests({ note: 'scenario' })).toMatchObject([
    {
      status: 400,
      notes: expect.arrayContaining([
        { kind: 'scenario', applied: 'example=missing-name', beyond: false },
      ]),
    },
  ]);
});

controlled('a rule by example concerns only operations with that example', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ example: 'missing-name' });

  expect((await callService(simulator, sandbox, list)).status).toBe(200);
  expect((await callService(simulator, sandbox, create)).status).toBe(400);
});

controlled('a rule sends no Preference-Applied', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503 });

  const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
  const answer = await simulator.fetch(`${sandbox.url}/pets`, { headers });

  expect(answer.status).toBe(503);
  expect(answer.headers.has('preference-applied')).toBe(false);
});

controlled('a rule breaks a response', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ fault: 'reset', times: 1 });

  await expect(callService(simulator, sandbox, list)).rejects.toThrow(TypeError);
  expect((await callService(simulator, sandbox, list)).status).toBe(200);
});

controlled('rejects more than a thousand rules', async (open) => {
  const sandbox = (await open()).sandbox();
  await sandbox.addRule({ code: 500 });
  const snapshot = await sandbox.snapshot();
  const [rule] = snapshot.rules;
  const rules = Array.from({ length: 1_000 }, (_, n) => ({ ...rule, id: `rule-${n + 1}` }));
  await sandbox.restore({ ...snapshot, rules } as typeof snapshot);

  await expect(sandbox.addRule({ code: 500 })).rejects.toThrow(
    /^The sandbox \S+ has 1000 rules, the maximum\. /,
  );
});

/** Five of these have more characters than a sandbox takes. */
const largeRule = { code: 500, match: { bodyContains: 'x'.repeat(60_000) } } as const;

controlled('rejects a rule whose match exceeds the total of the sandbox', async (open) => {
  const sandbox = (await open()).sandbox();
  for (let time = 0; time < 4; time += 1) {
    await sandbox.addRule(largeRule);
  }

  await expect(sandbox.addRule(largeRule)).rejects.toThrow(
    /^The match, body and headers fields of the rules of the sandbox \S+ must have at most 262144 characters of JSON together; got 300\d{3}\. /,
  );
  expect(await sandbox.rules()).toHaveLength(4);
});

controlled('rejects a snapshot with more rules than a sandbox takes', async (open) => {
  const sandbox = (await open()).sandbox();
  await sandbox.addRule({ code: 500 });
  const snapshot = await sandbox.snapshot();
  const [rule] = snapshot.rules as [RuleState];
  const restore = (count: number, match: Rule['match'] = {}) =>
    sandbox.restore({
      ...snapshot,
      rules: Array.from({ length: count }, (_, n) => ({ ...rule, id: `rule-${n + 1}`, match })),
    });

  await expect(restore(1_001)).rejects.toThrow(/rules of the snapshot|rules of the body/);
  await expect(restore(5, largeRule.match)).rejects.toThrow(
    /^The match, body and headers fields of the rules of the sandbox \S+ must have at most 262144 /,
  );
});

controlled('rejects more rules than all sandboxes may have together', async (open) => {
  const simulator = await open({ maxSandboxes: 30 });
  const sandbox = simulator.sandbox();
  const rule = await sandbox.addRule({ code: 500 });
  const snapshot = await sandbox.snapshot();
  const [state] = snapshot.rules as [RuleState];
  const rules = Array.from({ length: 1_000 }, (_, n) => ({ ...state, id: `rule-${n + 1}` }));
  await rule.remove();
  for (let place = 0; place < 20; place += 1) {
    await simulator.sandbox().restore({ ...snapshot, rules, pets: [], seeded: 0 });
  }

  await expect(sandbox.addRule({ code: 500 })).rejects.toThrow(
    /^All sandboxes together have at most 20000 rules, /,
  );
});
