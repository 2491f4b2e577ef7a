import { expect, test } from 'vitest';
import { findFindings } from '../../src/verify/report/findings.js';
import { formatReport } from '../../src/verify/report/text.js';
import { createContextWith } from './check-context.js';
import { fetchFrom } from './providers/in-process.js';
import { Service } from './providers/service.js';
import { verifyService } from './verify-service.js';

/** Verifies section 4.3 of a service that gives no response to one createPet request. */
function verifyDropping(number: number) {
  const service = new Service();
  const answer = fetchFrom(service);
  let requests = 0;
  const fetch: typeof answer = (url, init) => {
    requests += init.method === 'POST' ? 1 : 0;
    return init.method === 'POST' && requests === number
      ? Promise.reject(new TypeError('fetch failed'))
      : answer(url, init);
  };
  return verifyService(service, { only: '4.3' }, undefined, fetch);
}

test('a valid request that is dropped while a test is prepared fails the run', async () => {
  const report = await verifyDropping(2);

  expect(report.outcome).toBe('failed');
  expect(findFindings(report.requirements)[0]).toMatchObject({
    verdict: 'failed',
    title: 'createPet gives no complete response',
  });
  expect(formatReport(report)).toMatch(/\nFailed: A response contradicts the document, and \d/);
});

test('an operation that loses responses now and then is called on', async () => {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    if (requests % 2 === 1) {
      throw new TypeError('fetch failed');
    }
    return new Response('[]', { headers: { 'Content-Type': 'application/json' } });
  };
  const { store } = createContextWith(fetch);

  for (let time = 1; time <= 8; time += 1) {
    await store.send({ method: 'GET', path: '/pets' });
  }

  expect(requests).toBe(8);
});

test('large bodies that get no response do not count as lost', async () => {
  const { store } = createContextWith(async (_url, { body }) => {
    if (Buffer.byteLength(body as Buffer) > 65_536) {
      throw new TypeError('fetch failed');
    }
    return new Response('{}', { status: 201 });
  });
  const post = (body: string) => store.send({ method: 'POST', path: '/pets', body });

  for (let time = 1; time <= 3; time += 1) {
    await expect(post('x'.repeat(70_000))).rejects.toThrow('the limit for bodies');
  }

  expect((await post('{}')).response.status).toBe(201);
});
