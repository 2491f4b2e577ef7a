import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../src/index.js';
import { createFolder } from '../../support/files.js';
import { findStablePort } from '../../support/local-programs.js';
import { openHttp } from '../../support/open-http.js';
import { runHere } from '../../support/run-here.js';
import { start } from '../../support/simulator.js';

/** Runs `learn`, and returns its exit code and what it prints. */
const learn = (url: string, args: readonly string[]) =>
  runHere('learn', '--url', url, '--api-key', 'test-key', ...args);

/** Runs it against a simulator with these options. */
const learnFrom = async (options: SimulatorOptions, ...args: readonly string[]) =>
  learn((await start(options)).url, args);

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('writes a config file with which the simulator behaves the same, until something changes', async () => {
  const file = join(createFolder(), 'animal-store.json');
  writeFileSync(file, '{ "seed": 7 }');

  expect(await learnFrom({ profile: 'hostile' }, '--out', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Wrote ${file}. Use it: `),
  });
  expect(read(file)).toMatchObject({
    seed: 7,
    choices: { 'list-order': 'shuffled', 'limit-malformed': 'ignore' },
    learned: { from: expect.stringMatching(/^http:.*\/v1$/), at: expect.any(String) },
  });
  const { choices: learned, ...rest } = read(file);
  // What can't be learned yet may be set by hand.
  writeFileSync(file, JSON.stringify({ ...rest, choices: { ...learned, 'after-sunset': 'gone' } }));
  expect(await learnFrom({ config: file }, '--check', file)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ behaves as .* says: (\d+) of \1 points compared\.\n$/),
  });
  const choices = { ...learned, 'unknown-query': 'ignore' };
  const json = join(createFolder(), 'report.json');
  const flags = ['--check', file, '--json', json];
  expect(await learnFrom({ config: file, choices }, ...flags)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^unknown-query \(query .*\): was reject, is ignore\n\S+ no longer behaves as \S+ says: \d+ of \d+ points compared\.\n$/,
    ),
  });
  expect(read(json)).toMatchObject({ drift: [{ point: 'unknown-query', was: 'reject' }] });
});

test('--check exits with 2 when too little could be compared', async () => {
  const file = join(createFolder(), 'animal-store.json');
  const answers = { 'a question that nobody asks': '200' };
  writeFileSync(file, JSON.stringify({ choices: {}, learned: { answers } }));

  expect(await learnFrom({}, '--check', file)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^Too little could be compared .*: 0 of 1 points compared\.\n$/),
  });
});

test('--check refuses a wrong choice, and warns of errors that are missing', async () => {
  const file = join(createFolder(), 'animal-store.json');
  writeFileSync(file, '{"choices":{"list-order":"sideways"}}');
  expect((await learnFrom({}, '--check', file)).stderr).toContain('sideways');

  writeFileSync(file, '{"choices":{"error-codes":"custom"}}');
  const url = `http://127.0.0.1:${await findStablePort()}/v1`;
  expect((await learn(url, ['--check', file])).stderr).toMatch(
    /^error-codes=custom needs the errors of a service.*ECONNREFUSED/s,
  );
});

test('learn distinguishes a rejected key from a gateway that needs a header', async () => {
  const { url } = await start();
  const gateway = await openHttp((_, response) => response.writeHead(403).end('<h1>No entry</h1>'));
  const keyless = ['--api-key', 'wrong', '--out', join(createFolder(), 'a.json')];

  expect((await learn(url, keyless)).stderr).toContain('The provider rejects the key. ');
  expect((await learn(gateway, keyless)).stderr).toContain('or --header');
});

test('a service that cannot be reached: exit code 3, and no file', async () => {
  const file = join(createFolder(), 'animal-store.json');

  expect(
    await learn(`http://127.0.0.1:${await findStablePort()}/v1`, ['--out', file]),
  ).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('ECONNREFUSED'),
  });
  expect(() => read(file)).toThrow('ENOENT');
});

test('--pets saves pets as a fixture beside the file, with other names if asked', async () => {
  const file = join(createFolder(), 'animal-store.json');

  writeFileSync(file, '{ "pets": 50 }');
  await learnFrom({ seed: 9 }, '--out', file, '--pets', '3', '--anonymize');

  const { pets } = await start({ config: file }).then(({ sandbox }) => sandbox('default'));
  expect((await pets.list()).map(({ name }) => name)).toEqual(['Pet 1', 'Pet 2', 'Pet 3']);
  expect(read(file).fixture).toBe('animal-store.pets.json');
});

test('a field of a pet beyond 2^53 goes into the file', async () => {
  const { url } = await start();
  const front = await openHttp(async ({ method = '', url: path, headers }, response) => {
    const key = { Authorization: headers.authorization ?? '' };
    const answer =
      method === 'GET' ? await fetch(new URL(`${path}`, url), { headers: key }) : undefined;
    const text = (await answer?.text()) ?? '{}';
    response
      .writeHead(answer?.status ?? 400, { 'Content-Type': 'application/json' })
      .end(text.replaceAll('"name":', '"nanos":1764300000000000001,"name":'));
  });
  const file = join(createFolder(), 'animal-store.json');

  expect((await learn(front, ['--out', file, '--read-only'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('"nanos": 1764300000000000001');
});
