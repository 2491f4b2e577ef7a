import { expect, test } from 'vitest';
import { askOnce, close, request, start } from './wire.js';

const states = '/__admin/provider-states';
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body,
});

const requests: [string, string, RequestInit, { status: number; code: string; message: RegExp }][] =
  [
    [
      'a path that is not percent-encoded as it should be',
      '/__admin/contracts/%ZZ',
      {},
      {
        status: 400,
        code: 'bad_request',
        message: /without a percent-encoding.* Send %25 for a %/,
      },
    ],
    [
      'an unknown content encoding',
      states,
      post('{}', { 'Content-Encoding': 'zip' }),
      { status: 415, code: 'unsupported_media_type', message: /without Content-Encoding/ },
    ],
    [
      'a body that is compressed',
      states,
      post('{}', { 'Content-Encoding': 'gzip' }),
      { status: 415, code: 'unsupported_media_type', message: /without Content-Encoding/ },
    ],
  ];

test.each(requests)('answers %s with status and message', async (_, path, init, expected) => {
  const { origin } = await start();

  const response = await fetch(origin + path, init);

  expect(response.status).toBe(expected.status);
  expect(await response.json()).toEqual({
    ...expected,
    message: expect.stringMatching(expected.message),
  });
});

test('answers an invalid target URL with the Error shape', async () => {
  const { port } = await start();

  const answer = await askOnce(port, request('GET http://[/nothing', [close]));

  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'not_found', status: 404 });
});
