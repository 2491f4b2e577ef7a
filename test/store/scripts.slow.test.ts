import { Redis } from 'iovalkey';
import { expect, onTestFinished, test } from 'vitest';
import { countKeys, type ScriptName, scripts } from '../../src/store/scripts.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

type Step = readonly [script: ScriptName, args: readonly string[], answer: unknown];

const keys = ['meta', 'log', 'checkpoint'];
const entry = (id: string) => [id, ['e', `entry ${id}`]];
const add = (...ids: string[]) => ids.flatMap((id) => [id, `entry ${id}`]);
const addition = (first: string, ttl: string, ...ids: string[]) => {
  return [first, `info ${ids.at(-1)}`, ttl, 'channel', 'message', ...add(...ids)];
};
const create: Step = ['createSandbox', addition('origin', '60000', '1-7', '2-7'), 1];

const cases: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  [
    'createSandbox creates a sandbox once',
    [create, ['createSandbox', addition('other', '60000', '1-9'), 0]],
  ],
  ['loadSandbox finds none', [['loadSandbox', [], 0]]],
  [
    'loadSandbox returns the checkpoint, its version and the head',
    [create, ['loadSandbox', [], ['0', 'origin', '2-7']]],
  ],
  [
    'appendEntries appends after the head',
    [
      create,
      ['appendEntries', addition('2-7', '0', '3-7', '4-7'), 1],
      ['loadSandbox', [], ['0', 'origin', '4-7']],
      ['readMissed', ['2-7', '10'], [entry('3-7'), entry('4-7')]],
    ],
  ],
  [
    'appendEntries returns the missed entries after another one, and appends nothing',
    [
      create,
      ['appendEntries', addition('1-7', '0', '2-9'), [entry('2-7')]],
      ['loadSandbox', [], ['0', 'origin', '2-7']],
    ],
  ],
  [
    'appendEntries returns 0 when the log never had the head',
    [
      create,
      ['appendEntries', addition('2-9', '0', '3-9'), 0],
      ['appendEntries', addition('9-7', '0', '10-7'), 0],
    ],
  ],
  [
    'appendEntries returns 0 without a sandbox',
    [['appendEntries', addition('1-7', '0', '2-7'), 0]],
  ],
  [
    'readFirst returns so many entries',
    [
      create,
      ['readFirst', ['1'], [entry('1-7')]],
      ['readFirst', ['9'], [entry('1-7'), entry('2-7')]],
    ],
  ],
  [
    'readMissed returns so many entries, and 0 after an unknown one',
    [
      create,
      ['readMissed', ['1-7', '9'], [entry('2-7')]],
      ['readMissed', ['2-7', '9'], []],
      ['readMissed', ['1-9', '9'], 0],
    ],
  ],
  [
    'keepCheckpoint replaces the checkpoint and drops entries before it',
    [
      create,
      ['keepCheckpoint', ['2-7', '2', 'state', '2-0'], 1],
      ['loadSandbox', [], ['2', 'state', '2-7']],
      ['readFirst', ['9'], [entry('2-7')]],
    ],
  ],
  [
    'keepCheckpoint keeps a later checkpoint, and ignores a log that went on elsewhere',
    [
      create,
      ['keepCheckpoint', ['2-7', '2', 'state', '1-0'], 1],
      ['keepCheckpoint', ['1-7', '1', 'earlier', '1-0'], 0],
      ['keepCheckpoint', ['3-9', '3', 'elsewhere', '1-0'], 0],
      ['loadSandbox', [], ['2', 'state', '2-7']],
    ],
  ],
  [
    'dropSandbox drops a sandbox once',
    [
      create,
      ['dropSandbox', ['channel'], 1],
      ['dropSandbox', ['channel'], 0],
      ['loadSandbox', [], 0],
      ['readFirst', ['9'], []],
    ],
  ],
];

test.for(cases)('%s', async ([, steps]) => {
  const client = new Redis(redis().takeDatabase());
  onTestFinished(() => client.disconnect());
  for (const [script, args, answer] of steps) {
    expect(await client.eval(scripts[script], 3, ...keys, ...args), script).toEqual(answer);
  }
});

async function open() {
  const client = new Redis(redis().takeDatabase());
  onTestFinished(() => client.disconnect());
  const run = (script: ScriptName, ...args: string[]) =>
    client.eval(scripts[script], countKeys(script), ...args);
  return { client, run };
}

test('createSandbox and appendEntries say when the keys expire', async () => {
  const { client, run } = await open();
  const listExpiries = () => Promise.all(keys.map((key) => client.pttl(key)));

  await run('createSandbox', ...keys, ...addition('origin', '50000', '1-7'));
  const created = await listExpiries();
  await run('appendEntries', ...keys, ...addition('1-7', '0', '2-7'));
  const left = await listExpiries();
  await run('keepCheckpoint', ...keys, '2-7', '2', 'state', '1-0');
  const kept = await listExpiries();
  await run('appendEntries', ...keys, ...addition('2-7', '900000', '3-7'));
  const refreshed = await listExpiries();

  for (const time of [...created, ...left, ...kept]) {
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThanOrEqual(50_000);
  }
  expect(Math.min(...refreshed)).toBeGreaterThan(50_000);
});

test('touchIndex notes a sandbox, and forgets those that expired', async () => {
  const { client, run } = await open();
  await client.zadd('index', 1, 'expired');

  expect(await run('touchIndex', 'index', 'box', '60000')).toBe(1);

  expect(await client.zrange('index', 0, -1)).toEqual(['box']);
});

test('keepPets keeps complete lists alone', async () => {
  const { client, run } = await open();
  await client.hset('pets', '0', 'Rex');
  expect(await run('keepPets', 'pets', '60000')).toBe(0);
  expect(await client.pttl('pets')).toBe(-1);

  await client.hset('pets', 'count', '1');

  expect(await run('keepPets', 'pets', '60000')).toBe(1);
  expect(await client.pttl('pets')).toBeGreaterThan(0);
});

test('the scripts that change a sandbox announce it', async () => {
  const { client, run } = await open();
  const subscriber = client.duplicate();
  onTestFinished(() => subscriber.disconnect());
  const heard: string[] = [];
  subscriber.on('message', (_channel, message) => heard.push(message));
  await subscriber.subscribe('channel');

  await run('createSandbox', ...keys, ...addition('origin', '60000', '1-7'));
  await run('appendEntries', ...keys, ...addition('1-7', '0', '2-7'));
  await run('appendEntries', ...keys, ...addition('1-7', '0', '2-9'));
  await run('dropSandbox', ...keys, 'channel');

  await expect.poll(() => heard).toEqual(['message', 'message', '0']);
});
