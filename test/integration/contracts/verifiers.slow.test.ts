import { basename } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/doc-tables.js';
import type { Outcome } from '../../package/packed.js';
import { parts, shops } from './contract-files.js';
import { type Provider, startProvider, startWithoutFilter } from './official-verifier.js';
import { noRuby, verifyWithRuby } from './ruby.js';
import { findCommand, openWorkspace, page, pointTo, readProgram, runCommand } from './workspace.js';

const packaged = 'node_modules/animal-store-simulator/contracts';

async function verifyWithCommandLine(provider: Provider): Promise<Outcome> {
  const command = findCommand('npx pact verifier --dir').replace(packaged, 'contracts');
  return runCommand(await openWorkspace(), pointTo(provider, command));
}

async function verifyWithPactJs(provider: Provider): Promise<Outcome> {
  const program = 'verify-pact.mjs';
  const recorded = shops.map(({ path }) => `, 'contracts/${basename(path)}'`).join('');
  const text = pointTo(provider, readProgram(program)).replace(".json']", `.json'${recorded}]`);
  const folder = await openWorkspace({ [program]: text });
  return runCommand(folder, findCommand(`node ${program}`));
}

const [first] = parts;
const recorded = shops.flatMap(({ descriptions }) => descriptions);
const all = [...parts.flatMap(({ descriptions }) => descriptions), ...recorded];

describe.each([
  { name: 'the command line', verify: verifyWithCommandLine, passes: all },
  {
    name: 'pact-js',
    verify: verifyWithPactJs,
    passes: [...(first?.descriptions ?? []), ...recorded],
  },
  { name: 'Ruby', verify: verifyWithRuby, passes: all, missing: noRuby },
])('with $name, as documented', ({ verify, passes, missing }) => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  test('the simulator passes, also with hostile choices', async () => {
    const { code, stdout, stderr } = await verify(await startProvider({ profile: 'hostile' }));

    expect(code, stdout + stderr).toBe(0);
    expect(passes.filter((description) => !stdout.includes(`  ${description} (`))).toEqual([]);
  });

  test('a provider without the status filter fails', async () => {
    const { code, stdout, stderr } = await verify(await startWithoutFilter());

    expect(code).toBe(1);
    expect(stdout, stderr).toContain(
      ' - the status filter sold returns only pets with the status sold',
    );
    expect(stdout.match(/ - a page of \w+ pets with limit .*/g)).toHaveLength(3);
  });
});

test('the page names the tested versions, and the size of each part', () => {
  const { devDependencies } = JSON.parse(readText('package.json'));
  const gems = readProgram('Gemfile').trim().split('\n');
  const text = readText(page);

  expect(readText('test/integration/contracts/Gemfile').split('\n')).toEqual(
    expect.arrayContaining(gems),
  );
  expect(text).toContain(`| \`pact\` CLI | ${devDependencies['@pact-foundation/pact-cli']} |`);
  expect(text).toContain(`| pact-js \`Verifier\` | ${devDependencies['@pact-foundation/pact']},`);
  for (const { consumer, descriptions } of parts) {
    expect(text).toContain(`\`${consumer}\` (${descriptions.length})`);
  }
});
