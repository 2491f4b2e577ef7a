import { expect, test } from 'vitest';
import { verifyInProcess } from './in-process.js';
import { Service } from './service.js';

test('the plain service passes every requirement that its few pets can show', async () => {
  const { requirements } = await verifyInProcess(Service, 5_000);

  expect(requirements.filter(({ verdict }) => verdict !== 'passed')).toMatchObject([
    { requirement: 'a page with limit 100 has at most 100 pets', verdict: 'inconclusive' },
  ]);
});
