import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readFlags, resolveFlags } from '../../../src/cli/command.js';
import { command as execCommand } from '../../../src/cli/exec.js';
import { describeFailure, type FailOnWord, failOnWords } from '../../../src/cli/fail-on.js';
import { command as matrixCommand } from '../../../src/cli/matrix.js';
import { failOnFlag, finishRun, startRun } from '../../../src/cli/simulator-run.js';
import { createSimulator, type SimulatorOptions } from '../../../src/index.js';
import { createFolder } from '../../support/files.js';
import { runHere } from '../../support/run-here.js';

type Allow = NonNullable<SimulatorOptions['allow']>;

/** What `--fail-on` reports after a request. */
async function report(failOn: readonly FailOnWord[], target: string, allow?: Allow) {
  const simulator = createSimulator({ ...(allow && { allow }) });
  await simulator.fetch(`/v1${target}`, { headers: { Authorization: 'Bearer test-key' } });
  return describeFailure(await simulator.summary(), failOn);
}

test.each([
  ['open', '/pets?colour=red', 'leaves open (unknown-query)', 'unknown-query'],
  ['deprecated', '/pets/1', 'will be removed (getPet)', 'deprecated'],
  ['violation', '/pets?limit=0', 'violate the document (section 4.1)', 'violation'],
] as const)(
  '--fail-on %s fails after GET %s, and says why',
  async (kind, target, reason, allow) => {
    const text = await report([kind], target);

    expect(text).toContain(`Failed by --fail-on ${kind}: re`);
    expect(text).toContain(`${reason}. `);
    expect(text).toContain(`set {"allow":["${allow}"]} in its sandbox. `);
    expect(text).toContain(`pass --allow ${allow}.`);
    expect(await report(['all'], target)).toContain(reason);
    expect(await report([kind], target, [allow])).toBeUndefined();
  },
);

test.each<[what: string, failOn: FailOnWord[], target: string, allow?: Allow]>([
  ['an unavoidable point', ['all'], '/pets'],
  ['a refused request', ['open', 'deprecated', 'violation'], '/pets?__code=302'],
  ['another kind of note', ['deprecated', 'violation'], '/pets?colour=red'],
  ['promised behaviour', ['all'], '/pets?limit=5'],
])('passes after %s', async (_, failOn, target) => {
  expect(await report(failOn, target)).toBeUndefined();
});

test('--fail-on all and refused fail after a refused request', async () => {
  expect(await report(['all'], '/pets?__code=302')).toContain(
    'the simulator answered instead of the service (simulator_bad_preference). Change the requests.',
  );
  expect(await report(['refused'], '/pets?__code=302')).not.toContain('allow');
});

test('a service that is down is no fault of the requests', async () => {
  const upstream = 'http://127.0.0.1:9/v1';
  const { fetch: send, summary } = createSimulator({ upstream, logLevel: 'silent' });
  await send('/v1/pets', { headers: { Authorization: 'Bearer test-key' } });

  const text = describeFailure(summary(), ['refused']);

  expect(text).toMatch(
    /\(simulator_upstream_failed\)\. Start the service, or correct --upstream\.$/,
  );
});

test.each(['action.yml', 'docs/reference.md', 'main help'])(
  '%s lists all that --fail-on takes',
  async (name) => {
    const text =
      name === 'main help' ? (await runHere('--help')).stdout : readFileSync(name, 'utf8');
    const lists = text.replace(/\s+|`/g, ' ').match(/\bopen *,[^.;|\n]*?\ball\b/g) ?? [];

    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) {
      expect(list.match(/\w+/g)?.filter((word) => word !== 'or')).toEqual(failOnWords);
    }
  },
);

test('an allowed point allows no other', async () => {
  expect(await report(['open'], '/pets?limit=', ['unknown-query'])).toContain('(empty-limit');
});

const quiet = { port: 0, logLevel: 'silent' } as const;
const kinds = 'one or more of open, deprecated, violation, mismatch, refused, all';

/** Flags, of which FILE stands for a file with the content. */
test.for<[flags: object, message: string, content?: string]>([
  [{ import: 'a.json', store: 'valkey://a' }, '--import and --store must not be used together'],
  [{ exportOnExit: 'a.json', store: 'valkey://a' }, '--export-on-exit and --store must not be'],
  [{ fixture: 'empty', pets: '3' }, '--pets and --fixture must not be used together'],
  [{ tlsCert: 'a.pem' }, '--tls-cert requires --tls-key (tlsKey). Set both.'],
  [{ pact: 'a.json' }, '--pact requires --consumer'],
  [{ consumer: 'shop' }, '--consumer requires --pact (pact), the file of the contract. Set it'],
  [{ upstreamKey: 'a' }, '--upstream-key requires --upstream'],
  [{ upstream: 'https://me:secret@a.test' }, '--upstream must be a URL'],
  ...Object.entries({
    ...{ fixture: 'empty', pets: '3', seed: '3', store: 'valkey://a', profile: 'hostile' },
    ...{ import: 'a.json', exportOnExit: 'a.json' },
  }).map(([name, value]) => {
    const flags: object = { upstream: 'http://a.test', [name]: value };
    return [flags, 'are those of the service. Remove one of them.'] satisfies [object, string];
  }),
  [{ port: '' }, '--port must be a whole number from 0 to 65535; got "".'],
  [{ failOn: ['opened'] }, `--fail-on must be ${kinds}; got "opened".`],
  [{ config: 'FILE' }, "can't be read (ENOENT)"],
  [{ config: 'FILE' }, 'is not JSON', '{'],
  [{ config: 'FILE' }, 'must be a JSON object', '[]'],
  [{ config: 'FILE' }, 'colour in FILE is unknown', '{"colour":"red"}'],
  [{ config: 'FILE' }, 'port in FILE must be a whole number from 0 to 65535', '{"port":"x"}'],
  [{ import: 'FILE' }, "--import: the file FILE can't be read (ENOENT). Check its path."],
  [{ import: 'FILE' }, '--import: the file FILE is not JSON: ', 'pets'],
  [{ exportOnExit: 'FILE/a' }, "--export-on-exit: the file FILE/a can't be written: ENOENT"],
  [{ import: 'FILE' }, '--import: FILE is not an export file. Create one with', '[{"id":1}]'],
  [{ import: 'FILE' }, 'is not an export file. ', '{"snapshot":1,"sandboxes":3}'],
  [{ import: 'FILE' }, 'has the snapshot version 2', '{"snapshot":2,"sandboxes":{}}'],
  [
    { import: 'FILE' },
    '--import: the sandbox a b in the file FILE: The name of a sandbox must be',
    '{"snapshot":1,"sandboxes":{"a b":{}}}',
  ],
  [
    { import: 'FILE' },
    '--import: the sandbox a in the file FILE: the snapshot must be an object; got an array.',
    '{"snapshot":1,"sandboxes":{"a":[]}}',
  ],
])('a run refuses the flags %j in one line: %s', async ([flags, message, content]) => {
  const file = join(createFolder(), 'file.json');
  if (content !== undefined) {
    writeFileSync(file, content);
  }
  const named = JSON.parse(JSON.stringify(flags).replace('FILE', file));

  const error = await startRun(named, quiet).catch((reason) => reason);

  expect(error).toMatchObject({ name: 'UsageError', exitCode: 3 });
  expect(error.message).toContain(message.replaceAll('FILE', file));
  expect(error.message).not.toContain('\n');
});

test.for([
  [{ pets: 3 }, { PETS: '2' }, { pets: '1' }, { pets: 1 }],
  [{ pets: 3 }, { PETS: '2' }, {}, { pets: 2 }],
  [{ pets: 3 }, { PETS: '' }, { seed: '7' }, { pets: 3, seed: 7 }],
  [{ port: 3 }, { PORT: 'tcp://10.3.2.1:4010' }, {}, { port: 3 }],
  [{ seed: 3 }, { PETS: '2' }, { fixture: 'empty' }, { fixture: 'empty', seed: 3 }],
  [{ fixture: 'empty' }, { PETS: '2' }, {}, { fixture: 'default', pets: 2 }],
  [{}, { FIXTURE: 'empty\r', LOG_LEVEL: 'info\r' }, {}, { fixture: 'empty', logLevel: 'info' }],
  [{ port: 3 }, {}, {}, { port: 3, logLevel: 'error' }],
] as const)(
  'flags override variables, which override the config file: %j, %j, %j',
  ([file, variables, flags, expected]) => {
    const config = join(createFolder(), 'c.json');
    writeFileSync(config, JSON.stringify(file));
    for (const [name, value] of Object.entries({ CONFIG: config, ...variables })) {
      vi.stubEnv(`ANIMAL_STORE_${name}`, value);
    }

    expect(resolveFlags(flags, { port: 0, logLevel: 'error' })).toMatchObject(expected);
  },
);

test('a flag that is no option of the simulator overrides its variable', () => {
  vi.stubEnv('ANIMAL_STORE_FAIL_ON', 'open');

  expect(readFlags(failOnFlag, {}, ['failOn']).failOn).toEqual(['open']);
  expect(readFlags(failOnFlag, { failOn: ['all'] }, ['failOn']).failOn).toEqual(['all']);
});

test.for(['empty', 'large-ids', 'default'])(
  '--import restores what --export-on-exit wrote: %s',
  async (fixture) => {
    const file = join(createFolder(), 'state.json');
    const readAll = async ({ simulator }: Awaited<ReturnType<typeof startRun>>) => {
      const all = (await simulator.sandboxes()).map(({ name }) =>
        simulator.sandbox(name).snapshot(),
      );
      return (await Promise.all(all)).map((one) => ({ ...one, clock: undefined }));
    };
    vi.stubEnv('ANIMAL_STORE_EXPORT_ON_EXIT', file);
    const started = startRun({ fixture, profile: 'hostile' }, quiet);
    const first = await started.finally(() => void vi.unstubAllEnvs());
    for (const name of ['default', 'a']) {
      const { url } = first.simulator.sandbox(name);
      const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
      const body = '{"name":"Rex","categoryId":9223372036854775807,"nickname":1.0}';
      await fetch(`${url}/pets`, { method: 'POST', headers, body });
    }
    await first.simulator
      .sandbox('changed')
      .pets.remove(1)
      .catch(() => {});
    const before = await readAll(first);
    expect(await finishRun(first)).toBe(0);
    // Those that nobody changed are written once.
    const { sandboxes, lists } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.values(sandboxes)).toMatchObject(
      Object.keys(sandboxes).map((name) => ({ pets: { length: name === 'changed' ? 0 : 1 } })),
    );
    expect(lists.length).toBeLessThanOrEqual(2);

    const second = await startRun({ import: file }, quiet);
    onTestFinished(() => second.simulator.close());

    expect(before.length).toBeGreaterThan(1);
    expect(await readAll(second)).toEqual(before);
  },
);

test('ANIMAL_STORE_IMPORT restores a snapshot in the sandbox default', async () => {
  const file = join(createFolder(), 'state.json');
  const { sandbox } = createSimulator({ seed: 7 });
  writeFileSync(file, JSON.stringify(await sandbox('default').snapshot()));

  vi.stubEnv('ANIMAL_STORE_IMPORT', file);
  const { simulator } = await startRun({}, quiet).finally(() => void vi.unstubAllEnvs());
  onTestFinished(() => simulator.close());

  expect(await simulator.sandbox('default').pets.list()).toEqual(
    await sandbox('default').pets.list(),
  );
});

test.for(['pact', 'exportOnExit'])(
  'a file that cannot be written ends with 3: %s',
  async (name) => {
    const folder = createFolder();
    const paths = { pact: join(folder, 'shop.json'), exportOnExit: join(folder, 'state.json') };
    const run = await startRun({ ...paths, consumer: 'shop' }, quiet);
    const { [name as 'pact']: broken, ...others } = paths;
    mkdirSync(broken);
    writeFileSync(join(broken, 'a'), '');
    const error = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => error.mockRestore());
    await run.simulator.fetch('/v1/pets', { headers: { Authorization: 'Bearer test-key' } });

    expect(await finishRun(run)).toBe(3);
    // The other one is written nevertheless.
    expect(Object.values(others).map((path) => existsSync(path))).toEqual([true]);
  },
);

test.for([
  [matrixCommand, {}],
  [execCommand, { needs: 'auto' }],
] as const)('what runs a command again is refused in front of a service', async ([one, flags]) => {
  const running = one.run({ ...flags, upstream: 'http://a.test/v1' }, ['node']);
  await expect(running).rejects.toThrow(/ and --upstream must not be used together/);
});
