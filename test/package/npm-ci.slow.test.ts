import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './packed.js';

test('npm ci prints no warning', async () => {
  const flags = ['--dry-run', '--offline', '--no-audit', '--no-fund', '--userconfig', devNull];
  // Without the settings of the npm that runs the tests.
  const settings = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = Object.fromEntries(settings);

  const { stderr } = await promisify(execFile)('npm', ['ci', ...flags], { cwd: root, env });

  expect(stderr).not.toContain('warn');
});
