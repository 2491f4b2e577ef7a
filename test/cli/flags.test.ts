import { CommanderError } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlags } from '../../src/cli/options.js';
import { startFlags } from '../../src/cli/start.js';
import { createStartCommand } from '../../src/cli/start-command.js';

/** The flags as Commander parses them; undefined where it refuses them, or prints help. */
function parseWithCommander(
  args: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  const command = createStartCommand()
    .action(() => {})
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
  try {
    return command.allowExcessArguments(false).parse(args, { from: 'user' }).opts();
  } catch (error) {
    if (error instanceof CommanderError) {
      return undefined;
    }
    throw error;
  }
}

const names = Object.values(startFlags).map(({ flag }) => flag.split(' ')[0] as string);
const name = fc.constantFrom(...names, '--help', '-h', '--prot', '--', '-', '--no-watch');
const value = fc.oneof(
  fc.constantFrom('0', '', 'a=b', '--port', '-1', 'open', '__proto__', '{"a":1}'),
  fc.string({ maxLength: 4 }),
);
const words = fc
  .array(
    fc.oneof(
      name.map((flag) => [flag]),
      fc.tuple(name, value),
      fc.tuple(name, value).map(([flag, text]) => [`${flag}=${text}`]),
      value.map((text) => [text]),
    ),
    { maxLength: 4 },
  )
  .map((groups) => groups.flat());

test('flags of start have the values that Commander reads', () => {
  fc.assert(
    fc.property(words, (args) => {
      const flags = parseFlags(args, startFlags);
      fc.pre(flags !== undefined);
      expect({ ...flags }).toEqual({ ...parseWithCommander(args) });
    }),
  );
});

const correct = Object.values(startFlags).map(({ flag }) => {
  const [long = '', placeholder] = flag.split(' ');
  return placeholder === undefined ? [long] : [long, 'x'];
});

test('all flags of start can be set without Commander', () => {
  const args = [...correct, ...correct].flat();

  const flags = parseFlags(args, startFlags);

  expect(Object.keys(flags ?? {})).toEqual(Object.keys(startFlags));
  expect({ ...flags }).toEqual({ ...parseWithCommander(args) });
});

test.each([[['--help']], [['--prot', '1']], [['--port']], [['--watch=1']], [['stop']]])(
  'Commander answers %j',
  (args) => {
    expect(parseFlags(args, startFlags)).toBeUndefined();
  },
);
