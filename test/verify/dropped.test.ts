import { expect, test } from 'vitest';
import { findFindings } from '../../src/verify/report/findings.js';
import { formatReport } from '../../src/verify/report/formats.js';
import type { Fetch } from '../../src/verify/send/client.js';
import { fetchFrom, verifyService } from './providers/in-process.js';
import { Service } from './providers/service.js';
import { hang, reach } from './reach.js';

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
    title: 'a request gets no complete response (createPet)',
  });
  expect(formatReport(report).text).toMatch(
    /\nFailed: A response contradicts the document, and \d/,
  );
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
  const provider = reach(fetch);

  for (let time = 1; time <= 8; time += 1) {
    await provider.send({ method: 'GET', path: '/pets' });
  }

  expect(requests).toBe(8);
});

test('large bodies that get no response do not count as lost', async () => {
  const provider = reach(async (_url, { body }) => {
    if (Buffer.byteLength(body as Buffer) > 65_536) {
      throw new TypeError('fetch failed');
    }
    return new Response('{}', { status: 201 });
  });
  const post = (body: string) => provider.send({ method: 'POST', path: '/pets', body });

  for (let time = 1; time <= 3; time += 1) {
    await expect(post('x'.repeat(70_000))).rejects.toThrow('the limit for bodies');
  }

  expect((await post('{}')).response.status).toBe(201);
});

/** Ends after half of its body. */
const breakOff = async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from('[{"id":1,'));
      setImmediate(() => stream.error(new TypeError('terminated')));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
};

const operations = {
  createPet: /^POST/,
  getPet: /\/pets\/\d+$/,
  // Without it, nothing can be tested.
  listPets: /^GET.*\/pets(?:\?|$)/,
};

const ways: readonly (readonly [way: string, lose: Fetch])[] = [
  ['never responds', hang],
  ['closes the connection', () => Promise.reject(new TypeError('fetch failed'))],
  // A response that contradicts the document.
  ['sends half a body', breakOff],
];

test.for(
  Object.entries(operations).flatMap(([operation, calls]) =>
    ways.map(([way, lose]) => [operation, way, calls, lose] as const),
  ),
)('%s %s: there is a verdict after a few requests', async ([operation, way, calls, lose]) => {
  const service = new Service();
  const answer = fetchFrom(service);
  let lost = 0;
  // What is answered must not time out on a busy machine.
  const timeout = lose === hang ? 300 : 60_000;

  const report = await verifyService(service, { timeout }, undefined, (url, init) => {
    const isLost = calls.test(`${init.method} ${url}`);
    lost += isLost ? 1 : 0;
    return (isLost ? lose : answer)(url, init);
  });

  const isUnverified = operation === 'listPets' && way !== 'sends half a body';
  expect(report.outcome).toBe(isUnverified ? 'inconclusive' : 'failed');
  expect(lost).toBeLessThanOrEqual(40);
  const { text } = formatReport(report);
  expect(text).toMatch(/no (?:complete )?response: /);
  if (operation === 'getPet') {
    // Requirements that could not be tested are listed under the finding.
    expect(text).toMatch(
      /^1\. a request gets no complete response \(getPet\)\n(?:.+\n)* {3}\? 4\.3 getPet/m,
    );
  }
});
