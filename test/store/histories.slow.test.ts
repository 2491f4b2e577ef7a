import { expect, test } from 'vitest';
import { openServer } from '../control/open.js';
import { checkHistories, chooseSeed } from './histories.js';

test('one simulator without a store is linearizable', async () => {
  const { origin } = await openServer({ fixture: 'empty' });

  const answered = await checkHistories({ origins: [origin], seed: chooseSeed(), histories: 100 });

  expect(answered).toBe(1_200);
});
