import { expect, test } from 'vitest';
import { acceptFailures, readAccepted } from '../../../src/verification/consumers/accepted.js';
import { createReport } from './report.js';

const entry = { consumer: 'shop', interaction: 'no pets', until: '2026-12-31', reason: 'SHOP-12' };
const { consumers } = createReport();
const lastDay = new Date('2026-12-31T23:59:59Z');
const nextDay = new Date('2027-01-01T00:00:00Z');

const findMarked = (accepted: readonly (typeof entry)[], now: Date) =>
  acceptFailures(consumers, accepted, now)
    .consumers.flatMap(({ interactions }) => interactions)
    .filter((one) => one.accepted !== undefined)
    .map(({ name, accepted: why }) => [name, why]);

test('a failure is accepted up to the end of its last day', () => {
  expect(findMarked([entry], lastDay)).toEqual([
    ['no pets', { until: '2026-12-31', reason: 'SHOP-12' }],
  ]);
  expect(findMarked([entry], nextDay)).toEqual([]);
});

test('an expired entry is listed', () => {
  expect(acceptFailures(consumers, [entry], nextDay)).toMatchObject({
    expired: [entry],
    unused: [],
  });
});

test.each([
  ['another consumer', { consumer: 'app' }],
  ['an interaction that passed', { interaction: 'a list of pets' }],
  ['an unknown interaction', { interaction: 'all pets' }],
])('an entry for %s is listed as unused', (_, change) => {
  const unused = { ...entry, ...change };

  expect(acceptFailures(consumers, [unused], lastDay)).toMatchObject({
    expired: [],
    unused: [unused],
  });
});

test.each([
  ['text', 'hello', 'accepted.json is not JSON: '],
  ['an object', '{}', 'accepted.json must be a JSON array of at most 1000 entries.'],
  [
    'an entry without a reason',
    JSON.stringify([{ ...entry, reason: ' ' }]),
    'entry 1 must have consumer, interaction, until, reason, each a text; reason is " ".',
  ],
  [
    'an entry with another field',
    JSON.stringify([entry, { ...entry, ticket: 1 }]),
    'accepted.json: entry 2 has the unknown field "ticket".',
  ],
  [
    'a day that does not exist',
    JSON.stringify([{ ...entry, until: '2026-02-30' }]),
    'until must be a date such as 2026-12-31; got "2026-02-30".',
  ],
])('%s is no list of accepted failures', (_, text, message) => {
  expect(() => readAccepted(text, 'accepted.json')).toThrow(message);
});
