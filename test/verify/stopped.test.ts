import { expect, test } from 'vitest';
import { formatReport } from '../../src/verify/report/formats.js';
import { countVerdicts } from '../../src/verify/report/report.js';
import { fetchFrom, verifyService } from './providers/in-process.js';
import { Service } from './providers/service.js';
import { answering, withBody } from './providers/variant.js';
import { hang } from './reach.js';

/** Stops a verification after some requests. */
function verifyPartly(count: number, service = new Service()) {
  const controller = new AbortController();
  const answer = fetchFrom(service);
  let requests = 0;
  const fetch: typeof answer = (...request) => {
    requests += 1;
    if (requests === count) {
      controller.abort(new Error('by the test'));
    }
    return answer(...request);
  };
  return verifyService(service, { categoryId: 1n }, controller.signal, fetch);
}

const reason = 'it was stopped (by the test)';

test('a stopped verification keeps the verdicts that are known', async () => {
  const { requirements, outcome, reason: why } = await verifyPartly(60);

  const known = requirements.filter(({ verdict }) => verdict === 'passed');
  const unknown = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  // Those of pets that exist by then are known, too.
  expect(known.length).toBeGreaterThanOrEqual(4);
  expect(unknown.length).toBeGreaterThan(known.length);
  expect(known.length + unknown.length).toBe(requirements.length);
  const reasons = unknown.flatMap(({ cases }) =>
    cases.flatMap((one) => one.reason?.replace(/^no list was empty.*/, reason) ?? []),
  );
  expect(new Set(reasons)).toEqual(new Set([reason]));
  expect(outcome).toBe('inconclusive');
  expect(why).toBe(`The verification is incomplete: ${reason}.`);
});

test('a failure that is known fails a stopped verification', async () => {
  const Html = answering((answer) => withBody(answer, answer.body, 'text/html'));

  const { outcome } = await verifyPartly(20, new Html());

  expect(outcome).toBe('failed');
});

test('the reports of a stopped verification say so and list every requirement', async () => {
  const report = await verifyPartly(60);

  const { text, junit } = formatReport(report);
  expect(text).toContain(`\nNot verified: The verification is incomplete: ${reason}. http`);
  const { passed, inconclusive } = countVerdicts(report.requirements);
  expect(text.match(/^ {3}\? /gm)).toHaveLength(inconclusive);
  expect(passed + inconclusive).toBe(report.requirements.length);
  expect(junit).toContain(`message="The verification is incomplete: ${reason}."`);
});

test('ends at the deadline', async () => {
  const service = new Service();
  const answer = fetchFrom(service);

  const report = await verifyService(service, { deadline: 100 }, undefined, (url, init) =>
    (/\/pets\/\d+$/.test(url) ? hang : answer)(url, init),
  );

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toBe(
    'The verification is incomplete: the deadline of 100 ms passed (--deadline).',
  );
});
