import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { parts } from '../broker/contract-files.js';
import { type Provider, startProvider, startWithoutFilter } from '../broker/official-verifier.js';
import type { Finished } from '../broker/run-program.js';
import { bundle, findMissingGems } from '../broker/start-broker.js';
import { freePort } from '../support/free-port.js';
import { findCommand, openWorkspace, pointTo, readProgram, runCommand } from './workspace.js';

const gemfile = fileURLToPath(new URL('Gemfile', import.meta.url));
const rack = readFileSync(new URL('config.ru', import.meta.url), 'utf8');

async function verifyWithCommandLine(provider: Provider): Promise<Finished> {
  const command = findCommand('npx pact verifier --dir');
  return runCommand(await openWorkspace(), pointTo(provider, command));
}

async function verifyWithPactJs(provider: Provider): Promise<Finished> {
  const program = 'verify-pact.mjs';
  const folder = await openWorkspace({ [program]: pointTo(provider, readProgram(program)) });
  return runCommand(folder, findCommand(`node ${program}`));
}

async function verifyWithRuby({ url }: Provider): Promise<Finished> {
  const spec = 'spec/pact/consumers/animal_store_spec.rb';
  const text = readProgram(spec)
    .replace('9292', String(await freePort()))
    .replace('9001', String(await freePort()));
  const folder = await openWorkspace({ [spec]: text, 'config.ru': rack });
  const command = findCommand('bundle exec rspec').replace(/^bundle/, bundle);
  const environment = { GEMS_OF: 'verifiers', SERVICE_ORIGIN: new URL(url).origin };
  return runCommand(folder, command, environment);
}

const [first] = parts;
const all = parts.flatMap(({ descriptions }) => descriptions);

const missingGems = findMissingGems('verifiers');

describe.each([
  { name: 'the command line', verify: verifyWithCommandLine, passes: all },
  { name: 'pact-js', verify: verifyWithPactJs, passes: first?.descriptions },
  { name: 'Ruby', verify: verifyWithRuby, passes: all, missing: missingGems },
])('with $name, as documented', ({ verify, passes = [], missing }) => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  test('the simulator passes', async () => {
    const { code, stdout, stderr } = await verify(await startProvider());

    expect(code, stdout + stderr).toBe(0);
    expect(passes.filter((description) => !stdout.includes(`  ${description} (`))).toEqual([]);
  });

  test('a provider without the status filter fails', async () => {
    const { code, stdout } = await verify(await startWithoutFilter());

    expect(code).toBe(1);
    expect(stdout).toContain(' - the status filter sold returns only pets with the status sold');
  });
});

test('Ruby is tested with the gems of the documentation', () => {
  const [, ...gems] = readProgram('Gemfile').trim().split('\n');

  expect(readFileSync(gemfile, 'utf8').split('\n')).toEqual(expect.arrayContaining(gems));
});
