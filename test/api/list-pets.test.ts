import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

behaviour('a list without limit has 20 pets', async (open) => {
  const client = await open();

  const answer = await client.get('/pets');

  expect(answer.status).toBe(200);
  expect(answer.json).toHaveLength(20);
});
