import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

async function open(options?: SimulatorOptions): Promise<RunningSimulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Runs a command that controls that simulator to its end. */
const command = ({ url }: RunningSimulator, ...args: string[]) =>
  run(args, { environment: { ANIMAL_STORE_URL: url } }).finished;

const list = (simulator: RunningSimulator) =>
  simulator
    .fetch('http://localhost/v1/pets?limit=100', {
      headers: { Authorization: `Bearer ${simulator.apiKey}` },
    })
    .then((response) => response.text());

async function temporaryFile(content: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'animal-store-test-')), 'state.json');
  await writeFile(file, content);
  return file;
}

test('reset resets a sandbox to its start', async () => {
  const simulator = await open();
  const before = await list(simulator);
  await simulator.sandbox('default').pets.add({ name: 'Rex', categoryId: 1 });

  const { code, stdout } = await command(simulator, 'reset');

  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'Reset the sandbox default; it has 50 pets.\n',
  });
  expect(await list(simulator)).toBe(before);
});

test('reset takes a seed, a number of pets and a profile', async () => {
  const [simulator, other] = await Promise.all([
    open(),
    open({ seed: 7, pets: 60, profile: 'hostile' }),
  ]);

  await command(simulator, 'reset', '--seed', '7', '--pets', '60', '--profile', 'hostile');

  expect(await list(simulator)).toBe(await list(other));
});

test('reset names a wrong option', async () => {
  const { code, stderr } = await command(await open(), 'reset', '--profile', 'hostle');

  expect(code).toBe(2);
  expect(stderr).toBe(
    '--profile must be one of default, strict, lenient, hostile; got "hostle".\n',
  );
});

test('state --restore restores what state prints', async () => {
  const simulator = await open({ fixture: 'large-ids' });
  const before = await list(simulator);
  const { stdout } = await command(simulator, 'state');
  await simulator.sandbox('default').reset({ fixture: 'empty' });

  const { code } = await command(simulator, 'state', '--restore', await temporaryFile(stdout));

  expect(code).toBe(0);
  expect(await list(simulator)).toBe(before);
});

test('state prints one line for each pet', async () => {
  const { stdout } = await command(await open({ pets: 3 }), 'state');

  expect(stdout.split('\n').filter((line) => line.startsWith('    {"id":'))).toHaveLength(3);
});

test('state --restore rejects a wrong snapshot', async () => {
  const file = await temporaryFile('{"snapshot":2}');

  const { code, stderr } = await command(await open(), 'state', '--restore', file);

  expect(code).toBe(2);
  expect(stderr).toMatch(/^--restore: the file \S+: seed is required in the snapshot\./);
});

test('requests lists requests with their notes', async () => {
  const simulator = await open();
  await list(simulator);

  const { stdout } = await command(simulator, 'requests', '--operation', 'listPets');

  expect(stdout).toMatch(/^1 {2}\S+ {2}GET \/v1\/pets\?limit=100 {2}200 {2}open;point=list-order/);
});

test('requests --json keeps every digit', async () => {
  const simulator = await open();
  await simulator.fetch('http://localhost/v1/pets', {
    method: 'POST',
    headers: { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":9223372036854775807}',
  });

  const { stdout } = await command(simulator, 'requests', '--json');

  expect(stdout).toContain('"json":{"name":"Rex","categoryId":9223372036854775807}');
});

test('requests --wait exits with 1 when it receives too few', async () => {
  const { code, stderr } = await command(await open(), 'requests', '--wait=2', '--timeout=1');

  expect(code).toBe(1);
  expect(stderr).toBe(
    'Expected 2 exchanges within 1 ms; got 0. The sandbox received no request at all.\n',
  );
});

test('rules adds, lists and removes rules', async () => {
  const simulator = await open();

  const added = await command(simulator, 'rules', 'add', '--operation=listPets', '--code=503');
  const forced = await list(simulator);
  const shown = await command(simulator, 'rules');
  const removed = await command(simulator, 'rules', 'remove', 'rule-1');

  const rule = '{"operation":"listPets","code":503}';
  expect(added.stdout).toBe(`rule-1  applied 0  ${rule}\n`);
  expect(forced).toContain('"status":503');
  expect(shown.stdout).toBe(`rule-1  applied 1  ${rule}\n`);
  expect(removed.stdout).toBe('The sandbox default has no rules.\n');
});

test('rules add takes a body, headers and a match', async () => {
  const simulator = await open();
  const body = '{"id":9223372036854775807}';
  const flags = ['--code=429', `--body=${body}`, '--header=Retry-After: 5', '--header=X-A: b:c'];
  const match = ['--match-query=limit=1', '--match-header=user-agent: shop'];

  const added = await command(simulator, 'rules', 'add', ...flags, ...match);

  expect(added.stdout).toBe(
    `rule-1  applied 0  {"code":429,"body":${body},"headers":{"Retry-After":"5","X-A":"b:c"},` +
      '"match":{"query":{"limit":"1"},"headers":{"user-agent":"shop"}}}\n',
  );
});

test.each([
  ['after add', ['rules', 'add', '--sandbox=a', '--operation=listPets', '--code=503']],
  ['before add', ['rules', '--sandbox=a', 'add', '--operation=listPets', '--code=503']],
])('rules add takes --sandbox %s', async (_where, args) => {
  const simulator = await open();

  await command(simulator, ...args);

  expect(await simulator.sandbox('a').rules()).toHaveLength(1);
  expect(await simulator.sandbox('default').rules()).toEqual([]);
});

test('rules remove removes the rules of one sandbox only', async () => {
  const simulator = await open();
  for (const name of ['a', 'default']) {
    await simulator.sandbox(name).addRule({ code: 500 });
  }

  await command(simulator, 'rules', 'remove', '--sandbox=a');

  expect(await simulator.sandbox('a').rules()).toEqual([]);
  expect(await simulator.sandbox('default').rules()).toHaveLength(1);
});

test('--url overrides ANIMAL_STORE_URL', async () => {
  const [simulator, other] = await Promise.all([open(), open()]);

  await command(other, 'rules', 'add', '--url', simulator.url, '--code=500');

  expect(await simulator.sandbox('default').rules()).toHaveLength(1);
  expect(await other.sandbox('default').rules()).toEqual([]);
});

test('rules and state keep every digit of a match', async () => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');
  await sandbox.addRule({ code: 400, match: { body: { categoryId: 9007199254740993n } } });
  const before = await sandbox.rules();

  const shown = await command(simulator, 'rules');
  const { stdout } = await command(simulator, 'state');
  await command(simulator, 'state', '--restore', await temporaryFile(stdout));

  expect(shown.stdout).toContain('"match":{"body":{"categoryId":9007199254740993}}');
  expect(await sandbox.rules()).toEqual(before);
});

test('sandboxes lists all sandboxes', async () => {
  const simulator = await open();
  await simulator.sandbox('a').pets.add({ name: 'Rex', categoryId: 1 });

  const { stdout } = await command(simulator, 'sandboxes');

  expect(stdout).toBe('default  50 pets, 0 requests, 0 rules\na  51 pets, 0 requests, 0 rules\n');
});

test('requests reports that no request was received', async () => {
  const { code, stdout, stderr } = await command(await open(), 'requests');

  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe('The sandbox default received no requests.\n');
});

test('rules add rejects a status that the operation can not have', async () => {
  const { code, stderr } = await command(
    await open(),
    'rules',
    'add',
    '--operation=listPets',
    '--code=201',
  );

  expect(code).toBe(2);
  expect(stderr).toMatch(/^listPets has no response 201\. /);
});

test('clock freezes, advances and releases the clock of a sandbox', async () => {
  const simulator = await open();

  const frozen = await command(simulator, 'clock', '--freeze=2030-12-04', '--advance=2d');
  const kept = await command(simulator, 'clock');
  await command(simulator, 'clock', '--release');

  expect(frozen.stdout).toBe('2030-12-06T00:00:00.000Z\n');
  expect(kept.stdout).toBe(frozen.stdout);
  expect((await simulator.sandbox('default').clock.now()).getTime()).toBeLessThan(
    Date.parse('2030-12-04'),
  );
});

test('--sandbox selects the sandbox', async () => {
  const simulator = await open();

  await command(simulator, 'clock', '--freeze=2031-01-01', '--sandbox=a');

  expect((await simulator.sandbox('a').clock.now()).getFullYear()).toBe(2031);
  expect((await simulator.sandbox('b').clock.now()).getFullYear()).toBeLessThan(2031);
});

test.each(['reset', 'state', 'requests', 'rules', 'clock'])(
  '%s reports a URL without a simulator',
  async (name) => {
    const { code, stderr } = await run([name, '--url', 'http://127.0.0.1:9999/v1']).finished;

    expect(code).toBe(2);
    expect(stderr).toMatch(/^No simulator is running at http:\/\/127\.0\.0\.1:9999: .+\n$/);
  },
);

test('reads the admin token from the environment', async () => {
  const simulator = await open({ adminToken: 'secret' });
  const environment = { ANIMAL_STORE_URL: simulator.url, ANIMAL_STORE_ADMIN_TOKEN: 'secret' };

  const without = await command(simulator, 'rules');
  const { code } = await run(['rules'], { environment }).finished;

  expect(without.stderr).toMatch(/^The admin token is missing or incorrect\. /);
  expect(code).toBe(0);
});

test('state prints JSON', async () => {
  const file = await temporaryFile((await command(await open(), 'state')).stdout);

  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ snapshot: 1, seeded: 50 });
});
