import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { create, list } from './exchanges.js';
import { callService, controlled } from './open.js';

controlled('records the response of an exchange', async (open) => {
  const simulator = await open({ choose: { 'id-scheme': 'large' } });
  const sandbox = simulator.sandbox('checkout-7');

  const { text, notes } = await callService(simulator, sandbox, create);

  const [exchange] = await sandbox.requests();
  expect(text).toMatch(/"id":\d{16,}/);
  expect(exchange).toMatchObject({
    responseHeaders: { 'simulator-sandbox': 'checkout-7', 'simulator-notes': notes },
    responseBody: text,
    duration: expect.any(Number),
  });
  expect(exchange).not.toHaveProperty('responseBodyCut');
});

controlled('keeps the first 4 KiB of a response', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const body = JSON.stringify({ name: 'x'.repeat(5_000), categoryId: 1 });

  const created = await callService(simulator, sandbox, { ...create, body });
  const listed = await callService(simulator, sandbox, { path: '/pets?limit=100' });

  expect(await sandbox.requests()).toMatchObject([
    { responseBody: created.text.slice(0, 4_096), responseBodyCut: true },
    { responseBody: listed.text.slice(0, 4_096), responseBodyCut: true },
  ]);
});

controlled('records no body where the response has none', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');

  await callService(simulator, sandbox, { ...list, method: 'HEAD' });
  await callService(simulator, sandbox, { ...list, method: 'OPTIONS' });

  const [head, options] = await sandbox.requests();
  expect(head).not.toHaveProperty('responseBody');
  expect(options).not.toHaveProperty('responseBody');
  expect(options?.responseHeaders).toMatchObject({ allow: 'GET, POST, HEAD, OPTIONS' });
});

controlled('names the rule that forced a response', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ operation: 'getPet', code: 404 });
  const { id } = await sandbox.addRule({ operation: 'listPets', code: 503 });

  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, { ...list, headers: { Prefer: 'code=500' } });

  const [ruled, preferred] = await sandbox.requests();
  expect(ruled).toMatchObject({ status: 503, rule: id });
  expect(preferred).toMatchObject({ status: 500 });
  expect(preferred).not.toHaveProperty('rule');
});

controlled('counts the forced delay in the duration', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ delay: 30 });

  await callService(simulator, sandbox, list);

  const [exchange] = await sandbox.requests();
  // Timers of Node.js can be early by a millisecond.
  expect(exchange?.duration).toBeGreaterThanOrEqual(29);
});

test('records no duration until the response is sent, or the client leaves', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ delay: 60_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
  const response = simulator.fetch(`${sandbox.url}/pets`, { headers, signal });

  const [waiting] = await sandbox.requests({ wait: 1 });
  expect(waiting).not.toHaveProperty('duration');

  controller.abort();
  await expect(response).rejects.toThrow();
  expect(await sandbox.requests()).toMatchObject([{ duration: expect.any(Number) }]);
});

controlled('hides keys in responses', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const body = '{"name":"test-key","categoryId":1}';

  await callService(simulator, sandbox, { ...create, body });

  const [exchange] = await sandbox.requests();
  expect(exchange?.responseBody).toContain('"name":"***"');
  expect(JSON.stringify(exchange)).not.toContain('test-key');
});
