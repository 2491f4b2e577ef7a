import { expect } from 'vitest';
import { errorOf } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec, specOperations } from './spec.js';

const { behaviour } = sectionTests('6');

behaviour('Events, webhooks or notifications: not shown.', async (open) => {
  const client = await open();
  for (const path of ['/events', '/webhooks', '/notifications', '/pets/1/events']) {
    const unknown = await client.get(path);
    expect([unknown.status, unknown.json], path).toEqual([404, errorOf(404)]);
  }
  const list = await client.get('/pets', { Accept: 'text/event-stream' });
  expect(list.headers.get('content-type')).toBe('application/json');
  expect(readSpec()).not.toHaveProperty('webhooks');
  for (const operation of specOperations()) {
    expect(operation).not.toHaveProperty('callbacks');
  }
});
