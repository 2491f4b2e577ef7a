import { expect } from 'vitest';
import { list } from './exchanges.js';
import { callService, controlled } from './open.js';

controlled('shows the name of the test that uses a sandbox', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('x');

  await sandbox.reset({ test: 'cart > adds <a pet>' });
  await callService(simulator, sandbox, list);

  const sandboxes = await simulator.sandboxes();
  expect(sandboxes.map(({ name, test }) => [name, test])).toEqual([
    ['default', undefined],
    ['x', 'cart > adds <a pet>'],
  ]);
  expect(await sandbox.requests()).toMatchObject([{ test: 'cart > adds <a pet>' }]);
});

controlled('keeps the name of a test through a reset and a restore', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('x');
  await sandbox.reset({ test: 'a test' });

  await sandbox.restore(await sandbox.snapshot());
  await sandbox.reset({ seed: 7 });
  await callService(simulator, sandbox, list);
  await sandbox.reset({ test: 'another test' });
  expect(await simulator.sandboxes()).toContainEqual(
    expect.objectContaining({ name: 'x', test: 'another test' }),
  );

  await callService(simulator, sandbox, list);
  expect(await sandbox.requests()).toMatchObject([{ test: 'another test' }]);
});

controlled(
  'rejects a test name with a line break, or of more than 256 characters',
  async (open) => {
    const sandbox = (await open()).sandbox();
    const message = 'test of the body must be 1 to 256 characters without line breaks';

    for (const test of ['', 'one\ntwo', 'x'.repeat(257)]) {
      await expect(sandbox.reset({ test })).rejects.toThrow(message);
    }
    await sandbox.reset({ test: 'x'.repeat(256) });
  },
);

controlled('hides keys in the name of a test', async (open) => {
  const simulator = await open({ apiKey: 'secret-of-mine' });
  const sandbox = simulator.sandbox('x');
  await sandbox.reset({ test: 'sends secret-of-mine' });
  await callService(simulator, sandbox, list);

  const shown = JSON.stringify([await simulator.sandboxes(), await sandbox.requests()]);
  expect(shown).toContain('"test":"sends ***"');
  expect(shown).not.toContain('secret-of-mine');
});
