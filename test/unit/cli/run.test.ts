import { expect, test } from 'vitest';
import { describeFailure, failOnWords } from '../../../src/cli/fail-on.js';
import { matrixCommand } from '../../../src/cli/matrix.js';
import { needsCommand } from '../../../src/cli/needs.js';
import { startRun } from '../../../src/cli/simulator-run.js';
import type { SummarizedNote } from '../../../src/server/log/summary.js';

const example = { operation: 'listPets', section: '4.1', count: 1, example: '' } as const;
const note = { ...example, point: undefined, allowed: false, message: undefined };
const refusal = { ...note, code: 'simulator_full' };
const avoidable = { ...note, kind: 'open', point: 'unknown-query' } as const;

test.each(failOnWords)('--fail-on %s fails for its kind, and all for each', (kind) => {
  const found = kind === 'open' ? avoidable : ({ ...note, kind } as SummarizedNote);
  const isRefused = kind === 'refused' || kind === 'all';
  const summary = {
    exchanges: 1,
    notes: isRefused ? [] : [found],
    refused: isRefused ? [refusal] : [],
  };
  const failing = failOnWords.filter((word) => describeFailure(summary, [word]) !== undefined);

  expect(failing).toEqual(kind === 'all' ? ['refused', 'all'] : [kind, 'all']);
  const allowed = { ...summary, notes: [{ ...found, allowed: true }], refused: [] };
  expect(describeFailure(allowed, ['all'])).toBeUndefined();
});

test.for([
  [{ import: 'a.json', store: 'valkey://a' }, '--import and --store must not be used together'],
  [{ exportOnExit: 'a.json', store: 'valkey://a' }, '--export-on-exit and --store must not be'],
  [{ fixture: 'empty', pets: '3' }, '--pets and --fixture must not be used together'],
  [{ tlsCert: 'a.pem' }, '--tls-cert requires --tls-key'],
  [{ pact: 'a.json' }, '--pact requires --consumer'],
  [{ needs: ['Pet=id'] }, '--needs requires --pact'],
  [{ upstreamKey: 'a' }, '--upstream-key requires --upstream'],
  [{ upstream: 'a.test/v1' }, '--upstream must be a URL'],
  [{ upstream: 'https://me:secret@a.test' }, '--upstream must be a URL'],
  ...(['fixture', 'pets', 'seed', 'store', 'import', 'exportOnExit'] as const).map((name) => {
    const value = { pets: '3', seed: '3', store: 'valkey://a' }[name as string] ?? 'empty';
    const message = /^--.* and --.* must not be used together: the pets are those of the service/;
    return [{ upstream: 'http://a.test', [name]: value }, message] as const;
  }),
] as const)('a run refuses the flags %j', async ([flags, message]) => {
  await expect(startRun(flags, { port: 0, logLevel: 'silent' })).rejects.toThrow(message);
});

test.for([matrixCommand, needsCommand])('$name is refused in front of a service', async (one) => {
  const running = one.run({ upstream: 'http://a.test/v1' }, ['node']);
  await expect(running).rejects.toThrow(/ and --upstream must not be used together/);
});
