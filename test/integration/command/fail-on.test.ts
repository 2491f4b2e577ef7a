import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finishRun, startRun } from '../../../src/cli/simulator-run.js';
import type { RunningSimulator } from '../../../src/index.js';
import { withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';

type Act = (simulator: RunningSimulator) => Promise<unknown>;

/** Runs a simulator until after one request, or more, and returns its exit code and what it prints. */
async function run(flags: object, act: string | Act) {
  let stderr = '';
  const print = (text: unknown) => {
    stderr += text;
    return true;
  };
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation((line) => void print(`${line}\n`)),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const started = await startRun({ ...flags }, { port: 0, logLevel: 'error' });
  const { simulator } = started;
  await (typeof act === 'string' ? fetch(simulator.url + act, withKey) : act(simulator));
  return { code: await finishRun(started), stderr };
}

test('the summary names the open point, the operation, the request and the section', async () => {
  expect(await run({}, '/pets?colour=red')).toEqual({
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

test('--fail-on overrides ANIMAL_STORE_FAIL_ON', async () => {
  vi.stubEnv('ANIMAL_STORE_FAIL_ON', 'open');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect((await run({}, '/pets?colour=red')).code).toBe(1);
  expect((await run({ failOn: ['deprecated'] }, '/pets?colour=red')).code).toBe(0);
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

test('--fail-on passes what the sandbox allows, and the summary lists it', async () => {
  expect(await run(all, submitIn('form'))).toEqual({
    code: 0,
    stderr:
      'Summary of 1 exchange: the requests used only what the document promises, except what is ' +
      'allowed.\n' +
      'Allowed, so no failure: createPet: violates section 4.2 (1×).\n' +
      'Also open, in responses to any request: error-codes. Run animal-store matrix to find out ' +
      'whether your client relies on a choice.\n',
  });
});

test('--fail-on fails for the same request in another sandbox', async () => {
  const { code, stderr } = await run(all, submitIn('form', 'other'));

  expect(code).toBe(1);
  expect(stderr).toContain('1× createPet  violates section 4.2\n');
  expect(stderr).toContain('Allowed, so no failure: createPet: violates section 4.2 (1×).\n');
  expect(stderr).toContain('requests violated the document (section 4.2). ');
});
