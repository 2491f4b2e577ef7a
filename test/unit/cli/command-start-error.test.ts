import { expect, test } from 'vitest';
import { CommandStartError } from '../../../src/cli/child-process.js';

const refused = Object.assign(new Error('spawn EACCES'), { code: 'EACCES' });

test('reports a missing program, even when a folder of the PATH can not be read', () => {
  const error = new CommandStartError('no-such-program', refused);

  expect(error.exitCode).toBe(127);
  expect(error.message).toContain('the PATH has no such program');
});

test('reports a program of the PATH that is not executable', () => {
  const error = new CommandStartError('node', refused);

  expect(error.exitCode).toBe(126);
  expect(error.message).toContain('Check that the file is executable');
});

test('reports a file that is not executable', () => {
  expect(new CommandStartError('./package.json', refused).exitCode).toBe(126);
});
