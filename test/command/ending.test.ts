import { expect, test } from 'vitest';
import { CannotStart } from '../../src/cli/process/ending.js';

const refused = Object.assign(new Error('spawn EACCES'), { code: 'EACCES' });

test('a program that no folder of the PATH has is missing, though one of them may not be read', () => {
  const error = new CannotStart('no-such-program', refused);

  expect(error.code).toBe(127);
  expect(error.message).toContain('the PATH has no such program');
});

test('a program of the PATH that may not be run is not missing', () => {
  const error = new CannotStart('node', refused);

  expect(error.code).toBe(126);
  expect(error.message).toContain('Check that it is a program that you may run');
});

test('a file that may not be run is not missing', () => {
  expect(new CannotStart('./package.json', refused).code).toBe(126);
});
