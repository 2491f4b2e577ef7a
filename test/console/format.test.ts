import { expect, test } from 'vitest';
import { formatStatus } from '../../src/console/traffic/format.js';
import { openServer } from '../control/open.js';

test.each([
  ['code=503', '503'],
  ['fault=truncate', '200'],
  ['fault=reset', 'reset'],
  ['fault=empty', 'empty'],
  ['code=503, fault=reset', 'reset'],
])('shows what the client received with Prefer: %s', async (prefer, shown) => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const headers = { Authorization: `Bearer ${sandbox.apiKey}`, Prefer: prefer };
  await fetch(`${sandbox.url}/pets`, { headers }).catch(() => {});

  const [exchange] = await sandbox.requests();

  expect(exchange && formatStatus(exchange)).toBe(shown);
});
