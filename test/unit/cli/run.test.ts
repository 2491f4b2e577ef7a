import { expect, test } from 'vitest';
import { describeFailure, type FailOnWord } from '../../../src/cli/fail-on.js';
import { startRun } from '../../../src/cli/simulator-run.js';
import { createSimulator, type SimulatorOptions } from '../../../src/index.js';

type Allow = NonNullable<SimulatorOptions['allow']>;

/** What `--fail-on` reports after a request. */
async function report(failOn: readonly FailOnWord[], target: string, allow?: Allow) {
  const simulator = createSimulator({ ...(allow && { allow }) });
  await simulator.fetch(`/v1${target}`, { headers: { Authorization: 'Bearer test-key' } });
  return describeFailure(await simulator.summary(), failOn);
}

test.each([
  ['open', '/pets?colour=red', 'requests used open points (unknown-query)', 'unknown-query'],
  ['deprecated', '/pets/1', 'requests used a deprecated operation (getPet)', 'deprecated'],
  ['violation', '/pets?limit=0', 'requests violated the document (section 4.1)', 'violation'],
] as const)(
  '--fail-on %s fails after GET %s, and says why',
  async (kind, target, reason, allow) => {
    const text = await report([kind], target);

    expect(text).toContain(`Failed by --fail-on ${kind}: ${reason}. `);
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
  expect(await report(['all'], '/pets?__code=302')).toContain('the simulator refused requests');
  expect(await report(['refused'], '/pets?__code=302')).not.toContain('allow');
});

test('an allowed point allows no other', async () => {
  expect(await report(['open'], '/pets?limit=', ['unknown-query'])).toContain('(empty-limit');
});

test.for([
  [{ import: 'a.json', store: 'valkey://a' }, '--import and --store must not be used together'],
  [{ exportOnExit: 'a.json', store: 'valkey://a' }, '--export-on-exit and --store must not be'],
  [{ fixture: 'empty', pets: '3' }, '--pets and --fixture must not be used together'],
  [{ tlsCert: 'a.pem' }, '--tls-cert requires --tls-key'],
  [{ pact: 'a.json' }, '--pact requires --consumer'],
  [{ needs: ['Pet=id'] }, '--needs requires --pact'],
] as const)('a run refuses the flags %j', async ([flags, message]) => {
  await expect(startRun(flags, { port: 0, logLevel: 'silent' })).rejects.toThrow(message);
});
