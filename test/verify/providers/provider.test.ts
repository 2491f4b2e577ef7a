import { expect, test } from 'vitest';
import { verifyInProcess } from './in-process.js';
import { Service } from './service.js';

test('the plain service passes every requirement', async () => {
  const { requirements } = await verifyInProcess(Service, 5_000);

  expect(requirements.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
});
