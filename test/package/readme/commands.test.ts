import { expect, test } from 'vitest';
import { documentPaths, documentsWithTables, readText } from '../../../scripts/doc-tables.js';
import { readCommands, snippetsIn } from './blocks.js';
import { isSlow, testCommands } from './commands.js';

const shell = snippetsIn('sh');

test.each(documentPaths)('the tables of %s are up to date', (path) => {
  expect(readText(path)).toBe(documentsWithTables()[path]);
});

test('the README is shorter than 250 lines', () => {
  expect(readText('README.md').split('\n').length).toBeLessThan(250);
});

test('every tarball that is installed has the name that npm pack gives it', () => {
  const { name, version } = JSON.parse(readText('package.json'));

  const named = shell
    .flatMap(readCommands)
    .join('\n')
    .match(/[^\s/]+\.tgz/g);

  expect(new Set(named)).toEqual(new Set([`${name}-${version}.tgz`]));
});

testCommands(shell.filter((snippet) => !isSlow(snippet)));
