import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Folder, openInstalled } from './packed.js';
import { maxDuration, verifyByPackage } from './verify-by-package.js';

vi.setConfig({ testTimeout: maxDuration, hookTimeout: maxDuration });

describe('the installed package', () => {
  let folder: Folder;

  beforeAll(async () => {
    folder = await openInstalled();
  });

  afterAll(() => folder.remove());

  test('verifies a running simulator', async () => {
    const { code, stdout, stderr } = await verifyByPackage(folder);

    expect(stdout).toMatch(/passes (\d+) of \1 requirements of the interface/);
    expect(code, stderr).toBe(0);
  });

  test('writes JUnit XML', async () => {
    const { code, stderr } = await verifyByPackage(folder, '--junit', 'report.xml');

    expect(code, stderr).toBe(0);
    expect(await readFile(join(folder.path, 'report.xml'), 'utf8')).toMatch(
      /^<\?xml.*<testsuites/s,
    );
  });
});
