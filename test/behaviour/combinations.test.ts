import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rule, SandboxHandle } from '../../src/index.js';
import { resolveSimulatorOptions } from '../../src/options/config-file.js';
import { createNodeSimulator } from '../../src/simulator/node-simulator.js';

interface Asked {
  readonly path?: string;
  readonly query?: string;
  /** Of a POST. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Seen {
  readonly status: number;
  readonly body: string;
  readonly delay: number;
  readonly fault: string | undefined;
  /** The names of its headers, in lower case. */
  readonly names: readonly string[];
  readonly notes: string;
}

/** A sandbox whose replies are seen before they are sent, with their delays and faults. */
interface Box {
  readonly sandbox: SandboxHandle;
  ask(asked?: Asked): Promise<Seen>;
}

/** A setting of a sandbox, and its effect: no other setting must change it. */
interface Setting {
  readonly reset?: NonNullable<Parameters<SandboxHandle['reset']>[0]>;
  readonly settings?: Parameters<SandboxHandle['settings']['set']>[0];
  readonly arm?: (sandbox: SandboxHandle) => Promise<unknown>;
  readonly see: (box: Box) => unknown;
  readonly effect: unknown;
}

const create = (name: string, status?: string): Asked => ({
  body: JSON.stringify({ name, categoryId: 2, status }),
});
const json = async (reply: Promise<Seen>) => JSON.parse((await reply).body);

/** The numbers of the pets of this test, in the order of the list. */
const listNumbers = async ({ ask }: Box, query: string): Promise<number[]> =>
  (await json(ask({ query })))
    .map(({ name }: { name: string }) => Number(/^own (\d)$/.exec(name)?.[1]))
    .filter(Number.isInteger);

/** Requests with this header; a rule of the same name concerns no others. */
const marked = (name: string) => ({ headers: { 'x-rule': name } });

const settings: Readonly<Record<string, Setting>> = {
  profile: {
    reset: { profile: 'strict' },
    settings: { profile: 'strict' },
    see: async ({ ask }) => (await ask({ query: 'colour=red' })).status,
    effect: 400,
  },
  'list-order': {
    reset: { choices: { 'list-order': 'newest-first' } },
    see: async (box) => {
      for (const name of ['own 1', 'own 2', 'own 3']) {
        await box.ask(create(name, 'sold'));
      }
      const queries = ['limit=100', 'limit=100&status=sold', 'status=sold&limit=2'];
      return Promise.all(queries.map((query) => listNumbers(box, query)));
    },
    effect: [
      [3, 2, 1],
      [3, 2, 1],
      [3, 2],
    ],
  },
  'id-scheme': {
    reset: { choices: { 'id-scheme': 'large' } },
    see: async ({ ask }) => /"id":90071992547\d+/.test((await ask(create('a'))).body),
    effect: true,
  },
  'omitted-status': {
    reset: { choices: { 'omitted-status': 'available' } },
    see: async ({ ask }) => (await json(ask(create('b')))).status,
    effect: 'available',
  },
  'extra-response-fields': {
    reset: { choices: { 'extra-response-fields': 'some' } },
    see: async ({ ask }) => {
      const [listed] = await json(ask({ query: 'status=sold&limit=1' }));
      const pets = [await json(ask(create('c', 'sold'))), listed];
      return pets.map((pet) => Object.keys(pet).length > 4);
    },
    effect: [true, true],
  },
  'limit-too-small': {
    reset: { choices: { 'limit-too-small': 'clamp' } },
    see: async ({ ask }) => (await json(ask({ query: 'limit=0&status=sold' }))).length,
    effect: 1,
  },
  'unknown-status-filter': {
    reset: { choices: { 'unknown-status-filter': 'none' } },
    see: async ({ ask }) => (await ask({ query: 'status=eaten&limit=3' })).body,
    effect: '[]',
  },
  'unknown-category': {
    reset: { choices: { 'unknown-category': 'reject' } },
    see: async ({ sandbox, ask }) => {
      const [{ id } = { id: 0 }] = await sandbox.pets.list();
      await sandbox.pets.update(id, { categoryId: 77 });
      const bodies = [77, 78].map((categoryId) => JSON.stringify({ name: 'e', categoryId }));
      return Promise.all(bodies.map(async (body) => (await ask({ body })).status));
    },
    effect: [201, 400],
  },
  'error-codes': {
    reset: { choices: { 'error-codes': 'opaque' } },
    see: async ({ ask }) => [
      (await json(ask({ headers: { authorization: 'Bearer wrong' } }))).code,
      (await json(ask({ headers: { prefer: 'code=401, delay=3' } }))).code,
      (await json(ask({ query: '__example=unknown-key' }))).code,
    ],
    effect: ['E1029', 'E1029', 'E1029'],
  },
  seed: {
    reset: { seed: 7 },
    see: async ({ sandbox }) => (await sandbox.snapshot()).seed,
    effect: 7,
  },
  pets: {
    reset: { pets: 60 },
    see: async ({ sandbox }) => (await sandbox.snapshot()).seeded,
    effect: 60,
  },
  allow: {
    reset: { allow: ['violation'] },
    settings: { allow: ['violation'] },
    see: async ({ sandbox }) => (await sandbox.settings.read()).allow,
    effect: ['violation'],
  },
  test: {
    reset: { test: 'a test' },
    see: async ({ sandbox, ask }) => {
      await ask();
      return (await sandbox.requests()).at(-1)?.test;
    },
    effect: 'a test',
  },
  delay: {
    settings: { delay: '40-60' },
    see: async ({ ask }) => [(await ask()).delay >= 40, (await ask(create('d'))).delay <= 60],
    effect: [true, true],
  },
  clock: {
    arm: ({ clock }) => clock.freeze('2031-01-01T00:00:00Z'),
    see: async ({ sandbox, ask }) => [
      (await ask({ path: '/pets/1' })).status,
      (await sandbox.clock.now()).toISOString(),
    ],
    effect: [410, '2031-01-01T00:00:00.000Z'],
  },
  'a rule': {
    arm: (sandbox) => sandbox.addRule({ code: 503, times: 2, match: marked('code') }),
    see: async ({ ask }) => {
      const statuses = [];
      for (const name of ['code', 'other', 'code', 'code']) {
        statuses.push((await ask(marked(name))).status);
      }
      return statuses;
    },
    effect: [503, 200, 503, 200],
  },
  'a rule by chance': {
    arm: (sandbox) =>
      sandbox.addRule({ code: 504, probability: 0.5, times: 2, match: marked('chance') }),
    see: async ({ ask }) => {
      const statuses = [];
      for (let time = 0; time < 30; time += 1) {
        statuses.push((await ask(marked('chance'))).status);
      }
      return statuses.filter((status) => status === 504);
    },
    effect: [504, 504],
  },
  'a pet of a test': {
    arm: ({ pets }) => pets.add({ id: -5, name: 'kept', categoryId: 2, status: 'pending' }),
    see: async ({ ask }) =>
      Promise.all(
        ['status=pending&limit=100', 'limit=100'].map(async (query) =>
          (await ask({ query })).body.includes('"id":-5,"name":"kept"'),
        ),
      ),
    effect: [true, true],
  },
};

const { core } = createNodeSimulator(resolveSimulatorOptions({ pets: 20 }));
let boxes = 0;

/** A sandbox of its own with all these settings. */
async function open(all: readonly Setting[]): Promise<Box> {
  boxes += 1;
  const name = `box-${boxes}`;
  const sandbox = core.open().sandbox(name);
  const choices = Object.assign({}, ...all.map(({ reset }) => reset?.choices));
  await sandbox.reset({ ...Object.assign({}, ...all.map(({ reset }) => reset)), choices });
  const changed = all.flatMap((one) => one.settings ?? []);
  if (changed.length > 0) {
    await sandbox.settings.set({ ...Object.assign({}, ...changed), choices });
  }
  for (const { arm } of all) {
    await arm?.(sandbox);
  }
  const own = { authorization: 'Bearer test-key', 'content-type': 'application/json' };
  const ask: Box['ask'] = async ({ path = '/pets', query = '', body, headers } = {}) => {
    const { reply } = await core.answer({
      method: body === undefined ? 'GET' : 'POST',
      path: `/sandboxes/${name}/v1${path}`,
      query,
      headers: { ...own, ...headers },
      ...(body !== undefined && { body }),
    });
    const names = reply.headers.map(([one]) => one.toLowerCase());
    const [, notes = ''] = reply.headers.find(([one]) => one === 'Simulator-Notes') ?? [];
    return { ...reply, fault: reply.fault, names, notes };
  };
  return { sandbox, ask };
}

test.each(Object.entries(settings))(
  '%s has its effect with every other setting',
  async (name, setting) => {
    expect(await setting.see(await open([]))).not.toEqual(setting.effect);
    expect(await setting.see(await open([setting]))).toEqual(setting.effect);

    const others = Object.entries(settings).filter(([, other]) => other !== setting);
    for (const [otherName, other] of others) {
      const before = await open([setting, other]);
      const after = await open([other, setting]);
      const restored = await open([]);
      await restored.sandbox.restore(await after.sandbox.snapshot());
      await other.see(after);

      // A snapshot has nothing that only concerns the test.
      const boxes = /^(?:allow|test)$/.test(name) ? [before, after] : [before, after, restored];
      for (const box of boxes) {
        expect({ [otherName]: await setting.see(box) }).toEqual({ [otherName]: setting.effect });
      }
    }
  },
);

const anyRule = fc.record(
  {
    code: fc.constantFrom(400, 401, 503),
    delay: fc.constantFrom(0, 7_000),
    fault: fc.constantFrom('reset', 'truncate', 'garbage'),
    headers: fc.constantFrom<Record<string, string>>(
      { 'X-Own': 'a' },
      { 'X-Own': 'a', 'retry-AFTER': '9', 'www-Authenticate': 'Own' },
    ),
    body: fc.constant('own'),
    probability: fc.constant(1),
    operation: fc.constant('listPets'),
    times: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['times', 'headers'] },
);
const someSettings = fc.subarray(Object.values(settings));

test('a rule does all that it says as often as it says, with any settings', async () => {
  await fc.assert(
    fc.asyncProperty(anyRule, someSettings, async ({ body, ...rest }, all) => {
      const rule = { ...rest, ...(rest.code !== undefined && body && { body }) } as Rule;
      const { sandbox, ask } = await open(all);
      await sandbox.addRule({ ...rule, match: marked('this') });
      const isDelayed = all.some((one) => one === settings.delay);
      for (let time = 1; time <= rest.times + 1; time += 1) {
        await ask();
        const seen = await ask(marked('this'));
        const { code, delay, fault } = time <= rest.times ? rule : {};

        expect(seen).toMatchObject({ status: code ?? 200, fault });
        expect(seen.names.includes('x-own')).toBe(time <= rest.times);
        expect(seen.names).toEqual([...new Set(seen.names)]);
        // The document has no such headers.
        expect(/scenario;applied="code=\d+"(?!;beyond)/.test(seen.notes)).toBe(false);
        expect(delay === undefined ? seen.delay > 0 : seen.delay).toBe(delay ?? isDelayed);
        expect(seen.body === 'own').toBe(time <= rest.times && 'body' in rule);
      }
      expect((await sandbox.rules())[0]).toMatchObject({ applied: rest.times });
    }),
    { numRuns: 30 },
  );
});
