import { describe, expect, test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';

const errors = {
  bad_request: { status: 422, body: { detail: [{ msg: '{message}' }] } },
  method_not_allowed: { status: 501, body: { code: 'no', message: 'No.', status: 501 } },
  missing_key: { status: 403, body: { detail: 'Not authenticated' } },
  not_found: {
    status: 404,
    body: { code: 'NO_PET', message: 'No pet {petId}.', status: 404 },
  },
  unknown_path: { status: 404, body: '<h1>Not Found</h1>', mediaType: 'text/html' },
} as const;

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

async function ask(path: string, init: RequestInit = {}, options: SimulatorOptions = {}) {
  const simulator = createSimulator({ choices: { 'error-codes': 'custom' }, errors, ...options });
  const response = await simulator.fetch(`http://a/v1${path}`, { headers, ...init });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    challenge: response.headers.get('www-authenticate'),
    allow: response.headers.get('allow'),
    notes: response.headers.get('simulator-notes'),
    body: await response.text(),
  };
}

describe('the errors of a service of one’s own', () => {
  test('have its codes and messages', async () => {
    const { status, body, notes } = await ask('/pets/999');

    expect([status, body]).toEqual([404, '{"code":"NO_PET","message":"No pet 999.","status":404}']);
    expect(notes).toContain('open;point=error-codes;choice=custom');
    expect(notes).not.toContain('beyond');
  });

  test('have the simulator’s message in their own shape, noted as beyond', async () => {
    const { status, body, notes } = await ask('/pets?limit=abc');

    expect(status).toBe(422);
    expect(JSON.parse(body).detail[0].msg).toContain('limit');
    expect(notes).toContain('scenario;applied="error=bad_request";beyond');
    const other = await ask('/pets', { method: 'PUT' });
    expect(other.notes).toContain('scenario;applied="error=method_not_allowed";beyond');
    const method_not_allowed = { status: 405, body: 'no' };
    const allowing = await ask('/pets', { method: 'PUT' }, { errors: { method_not_allowed } });
    expect(allowing).toMatchObject({ status: 405, allow: 'GET, POST, HEAD, OPTIONS' });
  });

  test('tell a missing key from a wrong one, and challenge with 401 alone', async () => {
    const wrong = { headers: { Authorization: 'Bearer x' } };
    expect(await ask('/pets', { headers: {} })).toMatchObject({ status: 403, challenge: null });
    expect(await ask('/pets', wrong)).toMatchObject({ status: 401, challenge: 'Bearer' });
  });

  test('may be no JSON', async () => {
    expect(await ask('/owners')).toMatchObject({ status: 404, type: 'text/html' });
  });

  test('name a field of the request that the document doesn’t have, as text and as key', async () => {
    const wrong = { status: 400, body: { '{field}': ['{field} is unknown.'], code: 'x' } };
    const options = {
      choices: { 'error-codes': 'custom', 'unknown-field': 'reject', 'unknown-query': 'reject' },
      errors: { 'unknown-field': wrong, 'unknown-query': wrong },
    } as const;
    const body = '{"name":"Rex","categoryId":9007199254740993,"colour":1}';

    const posted = await ask('/pets', { method: 'POST', body }, options);
    expect(posted.body).toBe('{"colour":["colour is unknown."],"code":"x"}');
    expect((await ask('/pets?limit=2&page=1', {}, options)).body).toContain('page is unknown.');
  });

  test('may show a body with all its digits', async () => {
    const body = '{"name":7,"categoryId":9007199254740993}';
    const shown = { errors: { bad_request: { status: 400, body: { got: '{body}' } } } };

    expect((await ask('/pets', { method: 'POST', body }, shown)).body).toBe(`{"got":${body}}`);
  });

  test('may name the time of the sandbox', async () => {
    const clock = '2029-01-02T03:04:05.678Z';
    const timed = { not_found: { status: 404, body: { at: '{now}', millis: '{millis}' } } };

    const { body } = await ask('/pets/999', {}, { errors: timed, clock });

    expect(JSON.parse(body)).toEqual({ at: clock, millis: Date.parse(clock) });
  });

  test('tell an id beyond 2^53 from other unknown ones', async () => {
    const large = {
      ...errors,
      large_id: { status: 400, body: 'too large', mediaType: 'text/plain' },
    };

    expect(await ask('/pets/9007199254740993', {}, { errors: large })).toMatchObject({
      status: 400,
      body: 'too large',
    });
    expect((await ask('/pets/9007199254740991', {}, { errors: large })).status).toBe(404);
    expect((await ask('/pets/9007199254740993')).body).toContain('NO_PET');
  });

  test('may be empty, with a media type or without', async () => {
    const empty = { status: 404, body: '' };
    const askFor = (not_found: typeof empty & { mediaType?: string }) =>
      ask('/pets/999', {}, { errors: { not_found } });

    expect(await askFor(empty)).toMatchObject({ status: 404, type: 'application/json', body: '' });
    expect(await askFor({ ...empty, mediaType: 'text/html' })).toMatchObject({ type: 'text/html' });
    expect(await askFor({ ...empty, mediaType: '' })).toMatchObject({ type: null, body: '' });
  });

  test.each([
    ['missing_name', '{}'],
    ['wrong_name', '{"name":null,"categoryId":1}'],
    ['wrong_name', '{"name":7,"categoryId":1}'],
    ['wrong_categoryId', '{"name":"Rex","categoryId":null}'],
    ['wrong_categoryId', '{"name":"Rex","categoryId":1.5}'],
    ['wrong_status', '{"name":"Rex","categoryId":1,"status":null}'],
  ] as const)('are those of %s for %s, which has none of its own', async (name, body) => {
    const own = { profile: 'strict', errors: { [name]: { status: 422, body: '' } } } as const;

    expect((await ask('/pets', { method: 'POST', body }, own)).status).toBe(422);
  });

  test('are forced, too', async () => {
    const { body } = await ask('/pets/1?__code=404');

    expect(body).toContain('"NO_PET"');
  });

  test('apply only by choice', async () => {
    const { body } = await ask('/pets/999', {}, { choices: {} });

    expect(body).toContain('"not_found"');
  });

  test.each([
    [{ teapot: { status: 418, body: '' } }],
    [{ not_found: { status: 200, body: '' } }],
    [{ not_found: { status: 404 } }],
  ])('%j is refused with the names that there are', (wrong) => {
    expect(() => createSimulator({ errors: wrong as never })).toThrow(
      /errors must be an object such as .*; its keys are bad_request, .*unknown_path/,
    );
  });
});
