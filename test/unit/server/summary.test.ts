import { expect, test } from 'vitest';
import { describeFailure, failOnWords } from '../../../src/cli/fail-on.js';
import { createRedactor } from '../../../src/engine/redactor.js';
import {
  formatSummary,
  formatSummaryAnnotations,
  listFindingCases,
  type Summary,
  SummaryCollector,
} from '../../../src/server/log/summary.js';
import { writeJunit } from '../../../src/verify/report/junit.js';
import { createSandboxes } from '../../support/serve.js';

/** A collector of what is sent, with the simulator's key unless the headers say otherwise. */
function open() {
  const sandboxes = createSandboxes();
  const collector = new SummaryCollector(createRedactor(['test-key', 's3cret']));
  const send = (target: string, headers: Record<string, string> = {}) => {
    const [path = '', query = ''] = target.split('?');
    const sent = { authorization: 'Bearer test-key', ...headers };
    const request = { method: 'GET', path, query, headers: sent };
    collector.add(sandboxes.answer(request).entry);
  };
  return { collector, send };
}

test('is empty before the first request', () => {
  const summary = open().collector.summary();
  expect(summary).toEqual({ exchanges: 0, notes: [], refused: [] });
  expect(formatSummary(summary)).toBe('');
});

test('counts an open point with section, operation and first request', () => {
  const { collector, send } = open();

  send('/v1/pets?colour=s3cret');
  send('/v1/pets?size=2');
  send('/v1/pets/1?size=2');

  const { notes } = collector.summary();
  const found = notes.filter(({ point }) => point === 'unknown-query');
  const first = { section: '4.1', allowed: false, example: 'GET /v1/pets?colour=***' };
  expect(found).toMatchObject([
    { operation: 'listPets', count: 2, ...first },
    { operation: 'getPet', count: 1 },
  ]);
});

test('counts mismatches that differ in identifiers as one', () => {
  const { collector } = open();
  const request = { method: 'GET', path: '/v1/pets', query: '', headers: {} };
  const { entry } = createSandboxes().answer(request);
  const mismatch = { kind: 'mismatch', section: '4.3', received: 'the id 3' } as const;
  for (const id of [1, 22]) {
    collector.add({ ...entry, notes: [{ ...mismatch, expected: `the pet with the id ${id}` }] });
  }

  expect(collector.summary().notes).toMatchObject([
    { count: 2, message: 'expected the pet with the id 1; got the id 3' },
  ]);
});

test('counts a wrong key as a violation, and a missed path', () => {
  const { collector, send } = open();

  send('/v1/pets', { authorization: 'Bearer wrong' });
  const request = { method: 'GET', path: '/pets', query: '' };
  collector.miss({ request, message: 'No path.' });

  const { exchanges, notes } = collector.summary();
  const violations = notes.filter(({ kind }) => kind === 'violation');
  expect(exchanges).toBe(1);
  expect(violations).toMatchObject([
    { section: '5', count: 1 },
    { section: '9', count: 1, example: 'GET /pets', message: 'No path.' },
  ]);
});

test('counts refused requests apart', () => {
  const { collector, send } = open();

  send('/v1/pets?__code=302');
  send('/v1/pets?__cod=404');

  const summary = collector.summary();
  expect(summary.refused).toMatchObject([
    { code: 'simulator_bad_preference', count: 2, example: 'GET /v1/pets?__code=302' },
  ]);
  const text = formatSummary(summary);
  expect(text).toContain('Refused: the simulator answered instead of the service');
  expect(text).toContain(
    '2× simulator_bad_preference\n         example: GET /v1/pets?__code=302\n',
  );
  expect(text).not.toContain('used only what the document promises');
  expect(formatSummaryAnnotations(summary, [])).toMatch(/^::warning title=Refused/);
});

const common = { point: undefined, operation: 'getPet', count: 1, message: undefined } as const;
const findings = {
  open: { section: '4.1', point: 'unknown-query' },
  deprecated: { section: '4.3' },
  violation: { section: '4.1' },
  mismatch: { section: '4.3' },
  refused: { code: 'simulator_bad_preference' },
} as const;
const kinds = Object.keys(findings) as (keyof typeof findings)[];

/** A summary of one finding, which tests may have allowed. */
function summarize(kind: keyof typeof findings, allowed: boolean): Summary {
  const found = { ...common, kind, allowed, example: `GET /${kind}`, ...findings[kind] };
  const [notes, refused] = kind === 'refused' ? [[], [found]] : [[found], []];
  return { exchanges: 1, notes, refused } as unknown as Summary;
}

test.for(
  [[], ...failOnWords.map((word) => [word])].flatMap((failOn) =>
    kinds.flatMap((kind) => [true, false].map((allowed) => ({ failOn, kind, allowed }))),
  ),
)(
  'with --fail-on $failOn, all reports agree on $kind, allowed: $allowed',
  ({ failOn, kind, allowed }) => {
    const summary = summarize(kind, allowed);
    // A test can't allow that the simulator answers for the service.
    const isShown = kind === 'refused' || !allowed;
    const fails = isShown && failOn.some((word) => word === kind || word === 'all');

    const junit = writeJunit('a', undefined, listFindingCases(summary, failOn));
    const annotations = formatSummaryAnnotations(summary, failOn);
    const level = fails ? 'error' : 'warning';

    expect(describeFailure(summary, failOn) !== undefined).toBe(fails);
    expect(junit).toContain(`tests="${+isShown}" failures="${+fails}" errors="0"`);
    expect(annotations.match(/^::\w+/gm) ?? []).toEqual(isShown ? [`::${level}`] : []);
    expect(formatSummary(summary).includes(`example: GET /${kind}`)).toBe(isShown);
  },
);

test('ignores forced responses', () => {
  const { collector, send } = open();
  send('/v1/pets', { prefer: 'code=503' });
  expect(collector.summary().notes.filter(({ kind }) => kind !== 'open')).toEqual([]);
});

test('says that requests used only what the document promises', () => {
  const { collector, send } = open();
  send('/v1/pets');
  expect(formatSummary(collector.summary())).toMatch(
    /^Summary of 1 exchange: the requests used only what the document promises\.\nUnspecified in every response: list-order\./,
  );
});
