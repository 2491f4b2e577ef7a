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

async function ask(path: string, init: RequestInit = {}, options: SimulatorOptions = {}) {
  const simulator = createSimulator({ choices: { 'error-codes': 'custom' }, errors, ...options });
  const key = { Authorization: `Bearer ${simulator.apiKey}` };
  const response = await simulator.fetch(`http://a/v1${path}`, { headers: key, ...init });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
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
  });

  test('tell a missing key from a wrong one', async () => {
    expect((await ask('/pets', { headers: {} })).status).toBe(403);
    expect((await ask('/pets', { headers: { Authorization: 'Bearer x' } })).status).toBe(401);
  });

  test('may be no JSON', async () => {
    expect(await ask('/owners')).toMatchObject({ status: 404, type: 'text/html' });
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
