import { beforeAll, expect, test } from 'vitest';
import type { SandboxHandle } from '../../src/index.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { NodeSimulatorCore } from '../../src/simulator/node-simulator.js';
import { createOfflineSimulator } from '../../src/simulator/simulator.js';

type Reset = NonNullable<Parameters<SandboxHandle['reset']>[0]>;
type Settings = Parameters<SandboxHandle['settings']['set']>[0];

interface Asked {
  readonly path?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A sandbox whose replies are seen as they are sent, with their delays and faults. */
interface Box {
  readonly sandbox: SandboxHandle;
  ask(
    asked?: Asked,
  ): Promise<{ status: number; body: string; delay: number; fault: unknown; names: string }>;
}

/** A setting of a sandbox, and its effect: other settings must not change it. */
interface Setting {
  readonly reset?: Reset;
  readonly settings?: Settings;
  readonly arm?: (sandbox: SandboxHandle) => Promise<unknown>;
  readonly see: (box: Box) => Promise<unknown>;
}

const create = (name: string, status?: string): Asked => ({
  body: JSON.stringify({ name, categoryId: 2, status }),
});

const ages = (body: string) =>
  (JSON.parse(body) as { name: string }[])
    .map(({ name }) => Number(/^own (\d)$/.exec(name)?.[1]))
    .filter(Number.isInteger);

/** Requests that a rule of this name concerns, and no other rule. */
const rule = (name: string) => ({ match: { headers: { 'x-rule': name } } });
const asked = (name: string): Asked => ({ headers: { 'x-rule': name } });
const thrice = async (
  { ask }: Box,
  name: string,
  see: (reply: Awaited<ReturnType<Box['ask']>>) => unknown,
) => [see(await ask(asked(name))), see(await ask(asked(name))), see(await ask(asked(name)))];

const settings: Readonly<Record<string, Setting>> = {
  'list-order': {
    reset: { choices: { 'list-order': 'newest-first' } },
    see: async ({ ask }) => {
      for (const name of ['own 1', 'own 2', 'own 3']) {
        await ask(create(name, 'sold'));
      }
      const queries = ['limit=100', 'limit=100&status=sold', 'status=sold&limit=2'];
      const bodies = await Promise.all(queries.map(async (query) => (await ask({ query })).body));
      return bodies.map((body) => ages(body).slice(-2));
    },
  },
  'id-scheme': {
    reset: { choices: { 'id-scheme': 'large' } },
    see: async ({ ask }) => /"id":90071992547\d+/.test((await ask(create('a'))).body),
  },
  'omitted-status': {
    reset: { choices: { 'omitted-status': 'available' } },
    see: async ({ ask }) => (await ask(create('b'))).body.includes('"status":"available"'),
  },
  'extra-response-fields': {
    reset: { choices: { 'extra-response-fields': 'some' } },
    see: async ({ ask }) => {
      const made = (await ask(create('c', 'sold'))).body;
      const listed = (await ask({ query: 'status=sold&limit=1' })).body;
      return [made, listed].map((body) => Object.keys([JSON.parse(body)].flat()[0]).length > 4);
    },
  },
  'limit-out-of-range': {
    reset: { choices: { 'limit-out-of-range': 'clamp' } },
    see: async ({ ask }) => (await ask({ query: 'limit=0' })).status,
  },
  'unknown-status-filter': {
    reset: { choices: { 'unknown-status-filter': 'none' } },
    see: async ({ ask }) => (await ask({ query: 'status=eaten' })).status,
  },
  'error-codes': {
    reset: { choices: { 'error-codes': 'opaque' } },
    see: async ({ ask }) => {
      const wrong = await ask({ headers: { authorization: 'Bearer wrong' } });
      const forced = await ask({ headers: { prefer: 'code=401, delay=3' } });
      return [JSON.parse(wrong.body).code, JSON.parse(forced.body).code, forced.delay];
    },
  },
  seed: {
    reset: { seed: 7 },
    see: async ({ sandbox }) => (await sandbox.snapshot()).seed,
  },
  pets: {
    reset: { pets: 60 },
    see: async ({ sandbox }) => (await sandbox.snapshot()).seeded,
  },
  allow: {
    reset: { allow: ['violation'] },
    settings: { allow: ['violation'] },
    see: async ({ sandbox }) => (await sandbox.settings.read()).allow,
  },
  test: {
    reset: { test: 'a test' },
    see: async ({ sandbox, ask }) => {
      await ask();
      return (await sandbox.requests()).at(-1)?.test;
    },
  },
  delay: {
    settings: { delay: '40-60' },
    see: async ({ ask }) => (await ask()).delay >= 40 && (await ask(create('d'))).delay >= 40,
  },
  clock: {
    arm: ({ clock }) => clock.freeze('2031-01-01T00:00:00Z'),
    see: async ({ sandbox, ask }) => [
      (await ask({ path: '/pets/1' })).status,
      (await sandbox.clock.now()).getFullYear() > 2030,
    ],
  },
  'a rule': {
    arm: (sandbox) =>
      sandbox.addRule({ operation: 'listPets', code: 503, times: 2, ...rule('code') }),
    see: (box) => thrice(box, 'code', ({ status }) => status),
  },
  'a rule that delays': {
    arm: (sandbox) => sandbox.addRule({ code: 500, delay: 7_000, times: 1, ...rule('delay') }),
    see: (box) => thrice(box, 'delay', ({ status, delay }) => [status, delay === 7_000]),
  },
  'a rule that breaks': {
    arm: (sandbox) => sandbox.addRule({ fault: 'reset', times: 1, ...rule('fault') }),
    see: (box) => thrice(box, 'fault', ({ fault }) => fault),
  },
  'a rule with a body': {
    arm: (sandbox) =>
      sandbox.addRule({
        code: 422,
        body: { a: 1 },
        headers: { 'X-A': 'b' },
        times: 2,
        ...rule('body'),
      }),
    see: (box) =>
      thrice(box, 'body', ({ body, names }) => [body === '{"a":1}', /x-a/i.test(names)]),
  },
  'a rule by chance': {
    arm: (sandbox) => sandbox.addRule({ code: 504, probability: 0.5, times: 2, ...rule('chance') }),
    see: async (box) => {
      const statuses = [];
      for (let time = 0; time < 30; time += 1) {
        statuses.push((await box.ask(asked('chance'))).status);
      }
      return statuses.filter((status) => status === 504).length;
    },
  },
  'a pet of a test': {
    arm: ({ pets }) => pets.add({ id: -5, name: 'kept', categoryId: 2, status: 'pending' }),
    see: async ({ ask }) => [
      /kept/.test((await ask({ query: 'status=pending&limit=100' })).body),
      /-5/.test((await ask({ query: 'limit=100' })).body),
    ],
  },
};

let core: NodeSimulatorCore;
let boxes = 0;

beforeAll(() => {
  core = new NodeSimulatorCore(resolveSimulatorOptions({ pets: 20 }));
});

/** A sandbox of its own with all these settings. */
async function open(all: readonly Setting[]): Promise<Box> {
  boxes += 1;
  const name = `box-${boxes}`;
  const sandbox = createOfflineSimulator(core).sandbox(name);
  const choices = Object.assign({}, ...all.map(({ reset }) => reset?.choices));
  const merged: Settings[] = all.flatMap((one) => one.settings ?? []);
  await sandbox.reset({ ...Object.assign({}, ...all.map(({ reset }) => reset)), choices });
  if (merged.length > 0) {
    await sandbox.settings.set({ ...Object.assign({}, ...merged), choices });
  }
  for (const { arm } of all) {
    await arm?.(sandbox);
  }
  const ask: Box['ask'] = async ({ path = '/pets', query = '', body, headers } = {}) => {
    const json = { authorization: 'Bearer test-key', 'content-type': 'application/json' };
    const { reply } = await core.answer({
      method: body === undefined ? 'GET' : 'POST',
      path: `/sandboxes/${name}/v1${path}`,
      query,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body }),
    });
    const { status, delay, fault } = reply;
    return {
      status,
      body: reply.body,
      delay,
      fault,
      names: reply.headers.map(([one]) => one).join(),
    };
  };
  return { sandbox, ask };
}

const names = Object.keys(settings);
const get = (name: string) => settings[name] as Setting;

test.each(names)('%s does the same with every other setting as alone', async (name) => {
  const setting = get(name);
  const alone = await setting.see(await open([setting]));
  expect(alone).not.toEqual(await setting.see(await open([])));

  for (const other of names.filter((one) => one !== name)) {
    const first = await open([setting, get(other)]);
    const second = await open([get(other), setting]);
    const restored = await open([]);
    await restored.sandbox.restore(await second.sandbox.snapshot());
    await get(other).see(second);

    expect({ [other]: await setting.see(first) }).toEqual({ [other]: alone });
    expect({ [other]: await setting.see(second) }).toEqual({ [other]: alone });
    if (!/^(allow|test)$/.test(name)) {
      expect({ [other]: await setting.see(restored) }).toEqual({ [other]: alone });
    }
  }
});
