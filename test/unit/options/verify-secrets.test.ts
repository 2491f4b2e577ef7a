import { expect, test } from 'vitest';
import { verify } from '../../../src/index.js';

const messageOf = (options: Parameters<typeof verify>[0]) =>
  verify(options).then(
    () => undefined,
    (error: Error) => error.message,
  );

test.each([
  ['https://user:pw-secret@staging.example/v1', '"https://***@staging.example/v1"'],
  ['https://token-secret@staging.example/v1', '"https://***@staging.example/v1"'],
  ['https://staging.example/v1?api_key=secret', '"https://staging.example/v1?***"'],
  ['https://staging.example/v1#/pets', '"https://staging.example/v1#/pets"'],
  ['user:pw-secret@staging.example/v1', '"***@staging.example/v1"'],
  ['https://user:pw-secret@', '"https://***@"'],
  ['https://user:p@ss/w-secret@staging.example', '"https://***@staging.example"'],
])('the message about a wrong URL hides its secrets: %s', async (url, shown) => {
  const message = await messageOf({ url, apiKey: 'key' });

  expect(message).toContain(`; got ${shown}.`);
  expect(message).not.toContain('secret');
});

test('the message about a wrong key does not repeat it', async () => {
  const message = await messageOf({ url: 'https://staging.example/v1', apiKey: 'my secret' });

  expect(message).toMatch(/^The option apiKey must be .*; the value is not shown\.$/);
});
