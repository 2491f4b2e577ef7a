import { afterAll, describe, vi } from 'vitest';
import { expect, test } from '../../../src/vitest.js';

describe('a group', () => {
  test('names the test that uses a sandbox', async ({ sandbox }) => {
    await fetch(`${sandbox.url}/pets`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } });

    const [exchange] = await sandbox.requests();
    expect(exchange?.test).toBe(
      'test/integration/runners/vitest.test.ts > a group > names the test that uses a sandbox',
    );
  });

  test(`names a test of a ${'very '.repeat(60)}long name by its end`, async ({ sandbox }) => {
    await fetch(`${sandbox.url}/pets`);

    const [exchange] = await sandbox.requests();
    expect(exchange?.test).toMatch(/very long name by its end$/);
    expect(exchange?.test).toHaveLength(256);
  });

  test('names a test with\na line break on one line', async ({ sandbox }) => {
    await fetch(`${sandbox.url}/pets`);

    const [exchange] = await sandbox.requests();
    expect(exchange?.test).toMatch(/a test with\\u000aa line break on one line$/);
  });
});

test.extend({ animalStoreOptions: [{ pets: 7 }, { scope: 'worker' }] })(
  'starts the simulator of a worker with its options',
  async ({ sandbox }) => {
    expect(await sandbox.pets.list()).toHaveLength(7);
  },
);

describe('a test that must fail', () => {
  const print = vi.spyOn(process.stderr, 'write');
  afterAll(() => print.mockRestore());

  test.fails('fails', ({ sandbox }) => {
    throw new Error(sandbox.name);
  });

  test('is reported as no failure', () => {
    expect(print.mock.calls.join()).not.toContain('> fails"');
  });
});
