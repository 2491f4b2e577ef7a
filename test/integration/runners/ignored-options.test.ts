import { expect, test, vi } from 'vitest';
import { globalSetup } from '../../../src/vitest-global-setup.js';

test.for([
  [{ seed: 7, pets: 100 }, 'The options of globalSetup are ignored (seed, pets): '],
  [{ seed: undefined }, ''],
] as const)('warns of ignored options: %j', async ([options, warning]) => {
  vi.stubEnv('ANIMAL_STORE_URL', 'http://127.0.0.1:4010');
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);

  await globalSetup(options as object)({ provide: () => {} });

  const written = write.mock.calls.flat().join('');
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(written.startsWith(warning) && (written === '') === (warning === '')).toBe(true);
});
