import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishRun, startRun } from '../../../src/cli/simulator-run.js';
import type { RunningSimulator } from '../../../src/index.js';
import { withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { capture, runHere } from '../../support/run-here.js';

const defaults = { port: 0, logLevel: 'error' } as const;

type Act = (simulator: RunningSimulator) => Promise<unknown>;

/** Runs a simulator until after one request, or more, and returns its exit code and what it prints. */
const run = (flags: object, act: string | Act) =>
  capture(async () => {
    const started = await startRun({ ...flags }, defaults);
    const { simulator } = started;
    await (typeof act === 'string' ? fetch(simulator.url + act, withKey) : act(simulator));
    process.exitCode = await finishRun(started);
  });

test('the summary names the open point, the operation, the request and the section', async () => {
  expect(await run({}, '/pets?colour=red')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      '1× listPets  unknown-query: the document is silent on query parameters that are not in the ' +
        'document (section 4.1)\n         example: GET /v1/pets?colour=red\n',
    ),
  });
});

test('the summary is a line of JSON with --log-format json', async () => {
  const { summary } = JSON.parse((await run({ logFormat: 'json' }, '/pets/1')).stderr);

  expect(summary.exchanges).toBe(1);
  expect(summary.notes[0]).toMatchObject({ kind: 'deprecated', operation: 'getPet' });
});

test('a run that is silent has a summary when it fails, and only then', async () => {
  const silent = { logLevel: 'silent', failOn: ['open'] };

  expect(await run(silent, '/pets')).toMatchObject({ code: 0, stderr: '' });
  const { stderr } = await run(silent, '/pets?colour=red');
  expect(stderr).toMatch(/^Summary of 1 exchange:.*unknown-query: .*\nFailed by --fail-on open: /s);
});

test('says once what learned choices cannot imitate', async () => {
  const config = join(createFolder(), 'animal-store.json');
  const learned = { from: 'https://a.example/v1', beyond: { 'limit-malformed': 'answers 422' } };
  writeFileSync(config, JSON.stringify({ learned }));

  expect((await run({ config }, '/pets')).stderr).toMatch(
    /^The simulator differs from https:\/\/a\.example\/v1, which it has learned from:\n {2}limit-malformed: it answers 422\n/,
  );
});

/** Submits forms without a name, which the sandbox `form` allows. */
const submitIn =
  (...names: readonly string[]): Act =>
  async ({ sandbox }) => {
    await sandbox('form').settings.set({ allow: ['violation'] });
    const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
    for (const name of names) {
      const request = { method: 'POST', headers, body: '{"categoryId":1}' };
      await fetch(`${sandbox(name).url}/pets`, request);
    }
  };
const all = { failOn: ['open,deprecated,violation'] };

test('--fail-on passes what the sandbox allows, and no other sandbox', async () => {
  expect(await run(all, submitIn('form'))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/ promises, except what is allowed\.\nAllowed: createPet: /),
  });
  const { code, stderr } = await run(all, submitIn('form', 'other'));

  expect(code).toBe(1);
  expect(stderr).toContain('1× createPet  violates section 4.2\n');
  expect(stderr).toContain('Allowed: createPet: violates section 4.2 (1×).\n');
  expect(stderr).toContain('requests violate the document (section 4.2). ');
});

/** Requests these paths, one after another. */
const request =
  (...paths: readonly string[]): Act =>
  async ({ url }) => {
    for (const path of paths) {
      await fetch(url + path, withKey);
    }
  };

test('--pact adds the uses of a run to the contract, and reports those that are gone', async () => {
  const pact = join(createFolder(), 'contracts/shop.json');
  const flags = { pact, consumer: 'shop' };
  await run(flags, request('/pets?limit=1', '/pets?limit=2'));

  const { code, stderr } = await run(flags, request('/pets?limit=2', '/pets?limit=0'));

  expect(code).toBe(0);
  expect(stderr).toContain(
    [
      `The contract ${pact} has 2 interactions of shop.`,
      'Requests that are not in the contract:',
      '  the document is silent on a limit under 1 (section 7, limit-too-small): GET /v1/pets?limit=0',
      '1 interaction of it did not occur in this run. To drop what is no longer used, delete the file and run all tests:',
      '  a page with limit 1 has at most 1 pet\n',
    ].join('\n'),
  );
  await expect(startRun({ pact, consumer: 'web' }, defaults)).rejects.toThrow(
    'was not recorded for the consumer "web"',
  );
});

test('--pact without requests writes no contract, and says so', async () => {
  const pact = join(createFolder(), 'shop.json');

  expect((await run({ pact, consumer: 'shop' }, request())).stderr).toContain(
    `The contract ${pact} was not written: none of shop's requests can be part of a contract.\n`,
  );
  expect(existsSync(pact)).toBe(false);
  expect((await run({ pact, consumer: 'shop', logLevel: 'silent' }, request())).stderr).toBe('');
  const { stderr } = await run({ pact, consumer: 'shop', logFormat: 'json' }, request());
  expect(JSON.parse(stderr)).toMatchObject({ level: 'info', contract: { consumer: 'shop' } });
});

test.each([
  ['the exit code of the command', 7, 7],
  ['the exit code of --fail-on', 0, 1],
])('an export that fails keeps the summary and %s', async (_what, own, expected) => {
  const folder = createFolder();
  const script = `
    const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
    const { rm } = await import('node:fs/promises');
    await fetch(url + '/pets?colour=red', { headers: { Authorization: 'Bearer ' + key } });
    await rm(${JSON.stringify(folder)}, { recursive: true });
    process.exitCode = ${own};
  `;
  const flags = ['--fail-on', 'open', '--export-on-exit', join(folder, 'state.json')];
  const command = [process.execPath, '--input-type=module', '-e', script];

  const { code, stderr } = await runHere('exec', ...flags, '--', ...command);

  expect(code).toBe(expected);
  expect(stderr).toContain("can't be written");
  expect(stderr).toContain('Failed by --fail-on open: ');
});
