import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { formatHelp } from '../../src/cli/help.js';
import { openPointNames } from '../../src/engine/choices/open-points.js';
import { run } from '../support/command.js';

const names = Object.keys(commands);

test('the main help fits 80 columns and 24 lines', () => {
  const lines = formatHelp().split('\n');

  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('the main help begins with what the program is', () => {
  expect(formatHelp()).toMatch(/^A test double of the Animal Store service\.\n\nUsage: /);
});

test.each([[['--help']], [['-h']], [['help']]])('%j prints the main help', async (args) => {
  const { code, stdout } = await run(args).finished;

  expect({ code, stdout }).toEqual({ code: 0, stdout: `${formatHelp()}\n` });
});

test.each(names)('%s has its own help', async (name) => {
  const { code, stdout } = await run([name, '--help']).finished;

  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: animal-store ${name} `));
});

test('help open-points lists every open point within 100 columns and 40 lines', async () => {
  const { code, stdout } = await run(['help', 'open-points']).finished;

  const lines = stdout.split('\n');
  expect(code).toBe(0);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  for (const point of openPointNames) {
    expect(stdout).toContain(`\n  ${point} `);
  }
});

test('help names its topics for an unknown one', async () => {
  const { code, stderr } = await run(['help', 'strat']).finished;

  expect(code).toBe(2);
  expect(stderr).toBe(
    `There is no help for "strat". Topics are open-points and the commands ${names.join(', ')}.\n`,
  );
});
