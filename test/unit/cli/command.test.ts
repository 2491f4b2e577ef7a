import { expect, test } from 'vitest';
import { type Command, parseFlags } from '../../../src/cli/command.js';
import { defineOptions } from '../../../src/options/option.js';
import {
  booleanOption,
  oneOf,
  readText,
  readTexts,
  wholeNumber,
} from '../../../src/options/readers.js';

const command: Command = {
  usage: '[options]',
  description: '',
  details: '',
  flags: defineOptions('Options', {
    port: { flag: '--port <port>', help: '', ...readText('') },
    watch: { flag: '--watch', help: '', ...booleanOption },
    apiKey: { flag: '--api-key <key>', help: '', ...readTexts('') },
    maxBody: { help: 'a variable only', ...readText('') },
    pets: { flag: '--pets <count>', help: '', ...wholeNumber(0, 9) },
    level: { flag: '--level <name>', help: '', ...oneOf(['low', 'high']) },
  }),
  run: async () => {},
};
const runner: Command = { ...command, takes: 'command' };

test.each([
  [['--port', '1', '--watch'], { port: '1', watch: true }],
  [['--port=1', '--port', '2'], { port: '2' }],
  [['--port=', '--api-key=--a'], { port: '', apiKey: ['--a'] }],
  [['--api-key', 'a', '--api-key', 'b'], { apiKey: ['a', 'b'] }],
  [[], {}],
])('reads %j', (args, flags) => {
  expect(parseFlags('try', command, args)).toEqual({ flags, words: [] });
});

test.each([
  [['--'], 'npm --port 1'],
  [[], 'npm test -- --help'],
  [['--'], ''],
])('leaves the arguments of a command to it, after %j: %s', (separator, command) => {
  const words = command.split(' ').filter(Boolean);
  const parsed = parseFlags('try', runner, ['--watch', ...separator, ...words]);
  expect(parsed).toEqual({ flags: { watch: true }, words });
});

test.each([
  [['--pets', '-5'], '--pets must be a whole number from 0 to 9; got "-5".'],
  [['--level', '--', 'npm'], '--level must be one of low, high; got "--".'],
  [['--pets'], '--pets must be a whole number from 0 to 9; got "".'],
])('says what is allowed for %j', (args, message) => {
  expect(() => parseFlags('try', command, args)).toThrow(message);
});

test.each(['--help', '-h', '--prot --help'])('asks for help with %s', (args) => {
  expect(parseFlags('try', command, args.split(' '))).toBeUndefined();
});

test.each([
  [['--prot', '1'], "Unknown option '--prot'. Did you mean --port?\n"],
  [['--apikey=a'], "Unknown option '--apikey'. Did you mean --api-key?\n"],
  [['--apiKey', 'a'], "Unknown option '--apiKey'. Did you mean --api-key?\n"],
  [['--quite-different'], "Unknown option '--quite-different'.\n"],
  [['-x'], "Unknown option '-x'.\n"],
  [['--max-body', '1'], "Unknown option '--max-body'.\n"],
  [['--port', '--watch'], "Option '--port' argument is ambiguous."],
  [['--watch=1'], "Option '--watch' does not take an argument"],
  [['stop'], 'It does not take the argument "stop".'],
  [['--', 'stop'], 'It does not take the argument "stop".'],
])('rejects %j, and says where to read on', (args, message) => {
  expect(() => parseFlags('try', command, args)).toThrow(message);
  expect(() => parseFlags('try', command, args)).toThrow(
    'animal-store try --help shows all options.',
  );
});
