import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveFlags } from '../../../src/cli/command.js';
import { describeFailure, failOnWords } from '../../../src/cli/fail-on.js';
import { finishRun, startRun } from '../../../src/cli/simulator-run.js';
import type { SummarizedNote } from '../../../src/server/log/summary.js';
import { createFolder } from '../../support/files.js';

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

const kinds = 'one or more of open, deprecated, violation, refused, all';

/** Flags, of which FILE stands for a file with the content. */
test.for<[flags: object, message: string, content?: string]>([
  [{ import: 'a.json', store: 'valkey://a' }, '--import and --store must not be used together'],
  [{ exportOnExit: 'a.json', store: 'valkey://a' }, '--export-on-exit and --store must not be'],
  [{ fixture: 'empty', pets: '3' }, '--pets and --fixture must not be used together'],
  [{ tlsCert: 'a.pem' }, '--tls-cert requires --tls-key'],
  [{ pact: 'a.json' }, '--pact requires --consumer'],
  [{ needs: ['Pet=id'] }, '--needs requires --pact'],
  [{ port: '' }, '--port must be a whole number from 0 to 65535; got "".'],
  [{ failOn: ['opened'] }, `--fail-on must be ${kinds}; got "opened".`],
  [{ failOn: [''] }, `--fail-on must be ${kinds}; got "".`],
  [{ config: 'FILE' }, "can't be read (ENOENT)"],
  [{ config: 'FILE' }, 'is not JSON', '{'],
  [{ config: 'FILE' }, 'must be a JSON object', '[]'],
  [{ config: 'FILE' }, 'colour in FILE is unknown', '{"colour":"red"}'],
  [{ config: 'FILE' }, 'port in FILE must be a whole number from 0 to 65535', '{"port":"x"}'],
  [{ import: 'FILE' }, "--import: the file FILE can't be read (ENOENT). Check its path."],
  [{ import: 'FILE' }, '--import: the file FILE is not JSON: ', 'pets'],
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
    '--import: the sandbox a in the file FILE: ',
    '{"snapshot":1,"sandboxes":{"a":{"snapshot":1,"colour":1}}}',
  ],
])('a run refuses the flags %j in one line: %s', async ([flags, message, content]) => {
  const file = join(createFolder(), 'file.json');
  if (content !== undefined) {
    writeFileSync(file, content);
  }
  const named = JSON.parse(JSON.stringify(flags).replace('FILE', file));

  const error = await startRun(named, { port: 0, logLevel: 'silent' }).catch((reason) => reason);

  expect(error).toMatchObject({ name: 'UsageError', exitCode: 3 });
  expect(error.message).toContain(message.replace('FILE', file));
  expect(error.message).not.toContain('\n');
});

test.for([
  [{ pets: 3 }, { PETS: '2' }, { pets: '1' }, { pets: 1 }],
  [{ pets: 3 }, { PETS: '2' }, {}, { pets: 2 }],
  [{ pets: 3 }, { PETS: '' }, { seed: '7' }, { pets: 3, seed: 7 }],
  [{ seed: 3 }, { PETS: '2' }, { fixture: 'empty' }, { fixture: 'empty', seed: 3 }],
  [{ fixture: 'empty' }, { PETS: '2' }, {}, { fixture: 'default', pets: 2 }],
  [{ port: 3 }, {}, {}, { port: 3, logLevel: 'error' }],
] as const)(
  'flags override variables, which override the config file: %j, %j, %j',
  ([file, variables, flags, expected]) => {
    const config = join(createFolder(), 'c.json');
    writeFileSync(config, JSON.stringify(file));
    for (const [name, value] of Object.entries({ CONFIG: config, ...variables })) {
      vi.stubEnv(`ANIMAL_STORE_${name}`, value);
    }
    onTestFinished(() => void vi.unstubAllEnvs());

    expect(resolveFlags(flags, { port: 0, logLevel: 'error' })).toMatchObject(expected);
  },
);

test('a contract that cannot be written keeps no other file from being written', async () => {
  const folder = createFolder();
  const [pact, exportOnExit] = [join(folder, 'shop.json'), join(folder, 'state.json')];
  const flags = { pact, consumer: 'shop', exportOnExit };
  const run = await startRun(flags, { port: 0, logLevel: 'silent' });
  writeFileSync(pact, 'of somebody else');
  const error = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => error.mockRestore());

  expect(await finishRun(run)).toBe(3);
  expect(JSON.parse(readFileSync(exportOnExit, 'utf8'))).toMatchObject({ snapshot: 1 });
});
