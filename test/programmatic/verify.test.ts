import { expect, onTestFinished, test } from 'vitest';
import { startSimulator, UsageError, type VerifyOptions, verify } from '../../src/index.js';

const url = 'http://127.0.0.1:9/v1';
const good: VerifyOptions = { url, apiKey: 'key' };

async function open() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return { url: simulator.url, apiKey: simulator.apiKey };
}

const wrong: [string, unknown, string][] = [
  ['no options', undefined, 'The options must be an object with the properties url and apiKey.'],
  ['null', null, 'The options must be an object with the properties url and apiKey.'],
  ['no url', { apiKey: 'key' }, 'The option url is missing: it must be an address such as'],
  [
    'an undefined key',
    { url, apiKey: undefined },
    'The option apiKey is missing: it must be a key',
  ],
  ['a number for url', { ...good, url: 7 }, 'The option url must be an address such as'],
  ['an unknown option', { ...good, readonly: true }, 'The option readonly is no option of verify.'],
  ['a category beyond int64', { ...good, categoryId: 2n ** 63n }, 'got 9223372036854775808.'],
  ['a category that may have rounded', { ...good, categoryId: 2 ** 53 }, 'got 9007199254740992.'],
  ['a time-out of 0', { ...good, timeout: 0 }, 'The option timeout must be a whole number from 1'],
  [
    'a word for readOnly',
    { ...good, readOnly: 'yes' },
    'The option readOnly must be true or false',
  ],
];

test.each(wrong)('%s: a UsageError that says what is right', async (_, options, sentence) => {
  const error = await verify(options as VerifyOptions).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(sentence);
});

test('an option that is undefined is as one that is not said', async () => {
  const options: object = { ...(await open()), readOnly: true, timeout: undefined };

  const { outcome } = await verify(options as VerifyOptions);

  expect(outcome).toBe('held');
});

test.each([
  ['a bigint', 1n],
  ['a number', 1],
  ['a string of digits', '1'],
] as const)('a category may be given as %s', async (_, categoryId) => {
  const { outcome } = await verify({ ...(await open()), categoryId, readOnly: true });

  expect(outcome).toBe('held');
});

test('a provider that can not be reached is in the report, and no exception', async () => {
  const { url: left, close } = await startSimulator();
  await close();

  const report = await verify({ ...good, url: left });

  expect(report).toMatchObject({ outcome: 'not judged', promises: [], createdPets: 0 });
  expect(report.reason).toContain('the connection was refused');
});

test('progress is told of the plan, and of every promise until all are judged', async () => {
  const target = await open();
  const planned: number[] = [];
  const judged: number[] = [];

  const { promises } = await verify(
    { ...target, readOnly: true },
    { begins: (plan) => planned.push(plan.promises), judged: (count) => judged.push(count) },
  );

  expect(planned).toEqual([promises.length]);
  expect(judged).toEqual([...judged].sort((one, other) => one - other));
  expect(judged.at(-1)).toBeLessThanOrEqual(promises.length);
});

test('two verifications at once do not disturb each other', async () => {
  const target = await open();

  const reports = await Promise.all([verify(target), verify(target)]);

  expect(reports.map(({ outcome }) => outcome)).toEqual(['held', 'held']);
});
