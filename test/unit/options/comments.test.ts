import { expect, test } from 'vitest';
import { addOptionComments, describeOption } from '../../../scripts/option-comments.js';
import { optionTable } from '../../../src/options/table.js';
import { verifyOptionTable } from '../../../src/options/verify-options.js';

test.each([
  ['port', optionTable, ' Default: 0 in TypeScript, 4010 on the command line.'],
  ['choices', optionTable, ' Default: from the profile.'],
  ['tlsCert', optionTable, ' Must be the path of a PEM file. Default: none.'],
  ['apiKey', verifyOptionTable, ' Must be a key of printable ASCII characters without spaces.'],
] as const)('the comment of %s ends in what is allowed, and its default', (name, table, end) => {
  expect(describeOption(name, table).endsWith(end)).toBe(true);
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
