import { expect, test } from 'vitest';
import { openPointNames } from '../../../src/document/open-points.js';
import { run } from '../../support/command.js';

const names = ['start', 'exec', 'verify', 'matrix', 'learn', 'mcp', 'needs'];

const findFlags = (text: string) => text.match(/^ {2}--[a-z-]+/gm) ?? [];

test.each([[['--help']], [['-h']], [['help']]])('%j prints the main help', async (args) => {
  const { code, stdout } = await run(args).finished;

  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^A test double of the Animal Store service\.\n\nUsage: /);
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each(names)('%s has its own help', async (name) => {
  const { code, stdout } = await run([name, '--help']).finished;

  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: animal-store ${name} `));
  expect(stdout).toMatch(/\nExit codes: /);
  expect((await run(['help', name]).finished).stdout).toBe(stdout);
});

test('the commands have at most 60 flags beside --help', async () => {
  const texts = names.map(async (name) => (await run([name, '--help']).finished).stdout);

  const flags = (await Promise.all(texts)).flatMap(findFlags);

  expect(new Set(flags).size).toBeLessThanOrEqual(60);
});

test('help open-points lists every open point', async () => {
  const { code, stdout } = await run(['help', 'open-points']).finished;

  expect(code).toBe(0);
  for (const point of openPointNames) {
    expect(stdout).toContain(`\n  ${point} `);
  }
});

test('names all commands for an unknown one', async () => {
  const { code, stderr } = await run(['strat']).finished;

  expect(code).toBe(3);
  expect(stderr).toContain('"strat" is not a command. The commands are start, exec,');
});

test('--version prints the version of the package', async () => {
  const { code, stdout } = await run(['--version']).finished;

  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
