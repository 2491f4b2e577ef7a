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
  unknown_path: { status: 404, body: '<h1>No {path}</h1>', mediaType: 'text/html' },
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

const has = (text: string) => expect.stringContaining(text);
const post = (body: string) => ({ method: 'POST', body });
const put = { method: 'PUT' };
const methods = 'GET, POST, HEAD, OPTIONS';
const noMethod = { method_not_allowed: { status: 405, body: 'no' } };
const wrongKey = { headers: { Authorization: 'Bearer x' } };
const wrong = { status: 400, body: { '{field}': ['{field} is unknown.'], code: 'x' } };
const no = 'colour is unknown.';
const own = {
  choices: { 'error-codes': 'custom', 'unknown-field': 'reject', 'unknown-query': 'reject' },
  errors: { 'unknown-field': wrong, 'unknown-query': wrong },
} as const;
const red = post('{"name":"Rex","categoryId":9007199254740993,"colour":1}');
const seven = post('{"name":7,"categoryId":9007199254740993}');
const shown = { errors: { bad_request: { status: 400, body: { got: '{body}' } } } };
const clock = '2029-01-02T03:04:05.678Z';
const timed = {
  errors: { not_found: { status: 404, body: { at: '{now}', millis: '{millis}' } } },
  clock,
};
const empty = (mediaType?: string) => ({
  errors: { not_found: { status: 404, body: '', ...(mediaType !== undefined && { mediaType }) } },
});

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
  });

  test.for<[what: string, path: string, seen: object, options?: SimulatorOptions, RequestInit?]>([
    ['a missing key', '/pets', { status: 403, challenge: null }, {}, { headers: {} }],
    ['a wrong key', '/pets', { status: 401, challenge: 'Bearer' }, {}, wrongKey],
    ['a path that is none', '/owners', { type: 'text/html', body: '<h1>No /v1/owners</h1>' }],
    ['a wrong method', '/pets', { status: 405, allow: methods }, { errors: noMethod }, put],
    ['a field, as text and as key', '/pets', { body: `{"colour":["${no}"],"code":"x"}` }, own, red],
    ['a parameter', '/pets?limit=2&page=1', { body: has('page is unknown.') }, own],
    ['a body with all its digits', '/pets', { body: `{"got":${seven.body}}` }, shown, seven],
    [
      'the time of the sandbox',
      '/pets/999',
      { body: `{"at":"${clock}","millis":${Date.parse(clock)}}` },
      timed,
    ],
    ['nothing', '/pets/999', { type: 'application/json', body: '' }, empty()],
    ['nothing as HTML', '/pets/999', { type: 'text/html', body: '' }, empty('text/html')],
    ['nothing of no type', '/pets/999', { type: null, body: '' }, empty('')],
    ['what is forced', '/pets/1?__code=404', { body: has('"NO_PET"') }],
    ['the codes of the document', '/pets/999', { body: has('"not_found"') }, { choices: {} }],
  ])('may be about %s', async ([, path, seen, options, init]) => {
    expect(await ask(path, init, options)).toMatchObject(seen);
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
