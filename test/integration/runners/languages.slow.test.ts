import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../package/packed.js';
import { run } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { bundle, findMissingGems } from '../broker/start-broker.js';

const python = '/usr/bin/python3';
const jars = '/usr/share/java';
const junit = `${jars}/junit-platform-console-standalone.jar`;
const runJunit = `java -jar ${junit} --class-path build --scan-class-path --disable-banner`;

/** Why a machine can't run a language, where a command of it fails. */
const findMissing = (name: string, ...[program = '', ...args]: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0
    ? undefined
    : `This test needs ${name}, and this machine has none.`;

/** How each example runs, and what its runner prints when all tests pass, and when one fails. */
const languages = [
  {
    name: 'pytest',
    command: [python, '-m', 'pytest'],
    prints: ['3 passed', '1 failed, 2 passed'],
    missing: findMissing('pytest', python, '-c', 'import pytest'),
  },
  {
    name: 'rspec',
    command: [bundle, 'exec', 'rspec', 'shop_spec.rb'],
    prints: ['3 examples, 0 failures', '3 examples, 1 failure'],
    missing: findMissingGems('contracts'),
  },
  {
    name: 'go',
    command: ['go', 'test', './...'],
    prints: ['ok  \texample.test/shop', '--- FAIL: TestShowsOnlyThePetsForSale'],
    missing: findMissing('Go', 'go', 'version'),
  },
  {
    name: 'junit',
    command: ['sh', '-c', `[ -d build ] || javac -d build -cp '${jars}/*' *.java && ${runJunit}`],
    prints: ['3 tests successful', '1 tests failed'],
    missing: findMissing('JUnit', 'sh', '-c', `command -v javac && ls ${junit}`),
  },
] as const;

test.for(languages)(
  'the example in $name passes under exec, and a test that fails prints its requests and a link',
  async ({ name, command, prints: [allPass, oneFails], missing }, { skip }) => {
    skip(missing !== undefined, missing);
    const folder = createFolder();
    await cp(join(root, 'examples', name), folder, { recursive: true });
    // Java compiles its own code less, as it runs for a second only.
    const environment = {
      GEMS_OF: 'contracts',
      JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
    };
    const exec = (...flags: readonly string[]) =>
      run(['exec', ...flags, '--', ...command], { folder, environment }).finished;

    const passed = await exec();
    // No pet is for sale.
    const failed = await exec('--fixture', 'empty');

    expect(passed, passed.stdout).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(allPass),
    });
    expect(failed.code).not.toBe(0);
    expect(failed.stdout).toContain(oneFails);
    expect(failed.stdout).toMatch(/GET \/v1\/pets status=available 200/);
    expect(failed.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#\/traffic\?sandbox=test-[\w-]+/);
  },
);
