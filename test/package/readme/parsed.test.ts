import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText } from '../../../scripts/doc-tables.js';
import { command as checkCommand } from '../../../src/cli/check.js';
import { type Command, parseFlags, readFlags } from '../../../src/cli/command.js';
import { command as execCommand } from '../../../src/cli/exec.js';
import { command as learnCommand } from '../../../src/cli/learn.js';
import { command as matrixCommand } from '../../../src/cli/matrix.js';
import { command as mcpCommand } from '../../../src/cli/mcp.js';
import { command as startCommand } from '../../../src/cli/start.js';
import { command as verifyCommand } from '../../../src/cli/verify.js';
import type { OptionTable } from '../../../src/options/option.js';
import { readCommands, snippetsIn } from './blocks.js';
import { shellWords } from './perform.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Record<string, unknown>[] }>>;
}

const shown = snippetsIn('sh')
  .flatMap(readCommands)
  .map((line) => line.replace('npx --no ', 'npx '));

const commands = {
  ...{ check: checkCommand, exec: execCommand, learn: learnCommand, matrix: matrixCommand },
  ...{ mcp: mcpCommand, start: startCommand, verify: verifyCommand },
};

test.each([...new Set(shown.filter((line) => /^npx animal-store\b/.test(line)))])(
  '%s has flags and values that the command takes',
  (line) => {
    const [, , word = '', ...rest] = shellWords(line.replace(/\$\w+_URL/g, 'http://a.test'));
    const isNamed = Object.hasOwn(commands, word);
    const name = (isNamed ? word : 'start') as keyof typeof commands;
    const command: Command = commands[name];
    const words = isNamed || word === '' ? rest : [word, ...rest];
    const { flags = {} } = parseFlags(name, command, words) ?? {};

    const rows = Object.entries({ ...command.startFlags, ...command.flags });
    const given = rows.filter(([name]) => name in flags && String(flags[name]) !== 'auto');
    expect(() => readFlags(Object.fromEntries(given) as OptionTable, flags)).not.toThrow();
  },
);

test.each(snippetsIn('yaml'))(
  'the workflow of $file:$line runs commands that are tested',
  ({ text }) => {
    const { jobs } = parse(text, { strict: true, uniqueKeys: true }) as Workflow;

    const steps = Object.values(jobs).flatMap((job) => job.steps);
    expect(steps.filter((step) => !('uses' in step) && !('run' in step))).toEqual([]);
    const commands = steps.flatMap((step) => ('run' in step ? [String(step.run)] : []));
    expect(shown).toEqual(
      expect.arrayContaining(
        commands.filter((command) => /^npx (?:animal-store|pact)\b/.test(command)),
      ),
    );
    expect(commands).toContain('npm ci');
  },
);

test.each(['action.yml', '.github/workflows/ci.yml', '.github/workflows/release.yml'])(
  '%s uses other actions by their commit, and names the version',
  (path) => {
    const used = readText(path).match(/(?<=\buses: ).*/g);

    for (const action of used ?? ['none']) {
      expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  },
);

test.each(snippetsIn('js'))('the JavaScript of $file:$line can be parsed', ({ text }) => {
  expect(parseAst(text).body).not.toEqual([]);
});

test.each(snippetsIn('jsonc'))('the JSON of $file:$line can be parsed', ({ text }) => {
  expect(JSON.parse(text.replace(/^\/\/.*/, ''))).toBeTypeOf('object');
});

test.each([
  ['python', 'pytest/test_shop.py'],
  ['ruby', 'rspec/shop_spec.rb'],
  ['go', 'go/shop_test.go'],
  ['java', 'junit/ShopTest.java'],
])('the page shows 15 lines of the example in %s', (language, path) => {
  const [shown] = snippetsIn(language).filter(({ file }) => file === 'docs/ci.md');

  expect(readText(`examples/${path}`)).toContain(shown?.text);
  expect(shown?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
});

test('a command has the name of the package, so that npx runs no other package', () => {
  const { name, bin } = JSON.parse(readText('package.json'));
  expect(Object.keys(bin)).toContain(name);
});
