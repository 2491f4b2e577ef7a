import { expect, test } from 'vitest';
import { addOptionComments, describeOption } from '../../../scripts/option-comments.js';
import { optionTable } from '../../../src/options/table.js';
import { verifyOptionTable } from '../../../src/options/verify-options.js';

test.each([
  ['seed', 'Random seed. Must be a whole number from 0 to 4294967295. Default: 1.'],
  [
    'port',
    'Port to listen on; 0 picks a free one. Must be a whole number from 0 to 65535. ' +
      'Default: 0 in TypeScript, 4010 on the command line.',
  ],
  [
    'logLevel',
    'Log level: silent, error, info, debug. Default: silent in TypeScript, info on the command line.',
  ],
  [
    'corsCredentials',
    'Allow cookies from the origins of corsOrigin. Must be true or false. Default: off.',
  ],
  ['choices', 'Choice for one open point. Default: from the profile.'],
  [
    'tlsCert',
    'HTTPS with the certificates of this PEM file. Must be the path of a PEM file. Default: none.',
  ],
])('the comment of %s has its meaning, what is allowed, and its default', (name, comment) => {
  expect(describeOption(name, optionTable)).toBe(comment);
});

test('a required option has no default', () => {
  expect(describeOption('apiKey', verifyOptionTable)).toBe(
    'Valid API key. Must be a key of printable ASCII characters without spaces.',
  );
});

test('each table has its own comments, and other declarations none', () => {
  const declare = (name: string) =>
    `declare const ${name}: {\n  apiKey: OptionEntry<string> & {\n    group: string;\n  };\n};\n`;

  const found = addOptionComments(
    ['optionTable', 'verifyOptionTable', 'other'].map(declare).join(''),
  );

  expect(found.match(/\/\*\* [^.]*|declare const \w+/g)).toEqual([
    'declare const optionTable',
    '/** Accepted API key',
    'declare const verifyOptionTable',
    '/** Valid API key',
    'declare const other',
  ]);
});
