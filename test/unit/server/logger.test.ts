import { PassThrough } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { realTime } from '../../../src/base/real-time.js';
import type { Answer } from '../../../src/engine/handle.js';
import { createRedactor } from '../../../src/engine/redactor.js';
import { createLogger } from '../../../src/server/log/logger.js';
import { createSandboxes } from '../../support/serve.js';

// The lines of a turn are written at its end, which is at once here.
const endOfTurn = vi.spyOn(realTime, 'setImmediate').mockImplementation((write) => write());
// Other files run in this process, too.
afterAll(() => endOfTurn.mockRestore());

type Setting = Partial<Parameters<typeof createLogger>[0]> & { readonly isTTY?: boolean };

/** A logger whose lines are read. */
function open({ logLevel = 'info', logFormat = 'json', isTTY = false }: Setting = {}) {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line) > 0;
  const stream = Object.assign(new PassThrough(), { isTTY, write });
  return {
    lines,
    logger: createLogger({ logLevel, logFormat }, createRedactor(['s3cret']), stream),
  };
}

function answer(path = '/v1/pets', query = 'limit=0', prefer = ''): Answer {
  const headers = { authorization: 'Bearer test-key.checkout-7', ...(prefer && { prefer }) };
  const found = createSandboxes().answer({ method: 'GET', path, query, headers });
  found.entry.duration = 1.234;
  return found;
}

test('logs an exchange as JSON', () => {
  const { lines, logger } = open();

  logger.onExchange(answer());

  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/}\n$/);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    method: 'GET',
    path: '/v1/pets?limit=0',
    status: 400,
    milliseconds: 1.23,
    sandbox: 'checkout-7',
    operation: 'listPets',
    link: '#/traffic/checkout-7/1',
    notes: expect.arrayContaining([{ kind: 'violation', section: '4.1' }]),
    message: expect.stringContaining('limit must be an integer from 1 to 100'),
  });
});

test('logs an exchange for people', () => {
  const { lines, logger } = open({ logFormat: 'pretty' });

  logger.onExchange(answer());

  expect(lines[0]).toContain('GET /v1/pets?limit=0  400  1.23 ms  #/traffic/checkout-7/1  ');
  expect(lines[0]).toContain('open point=limit-too-small choice=reject section=');
  expect(lines[0]).toContain('  limit must be an integer from 1 to 100');
});

test('logs in colour on a terminal, and JSON elsewhere', () => {
  const [terminal, file] = [open({ logFormat: 'auto', isTTY: true }), open({ logFormat: 'auto' })];
  for (const { logger } of [terminal, file]) {
    logger.onExchange(answer());
  }
  expect(terminal.lines[0]).toContain('\u001b[');
  expect(file.lines[0]).toMatch(/^\{"time"/);
});

test.each([
  ['silent', false, false, false],
  ['error', true, false, false],
  ['info', true, true, false],
  ['debug', true, true, true],
] as const)('writes by level: %s', (logLevel, failures, exchanges, bodies) => {
  const { lines, logger } = open({ logLevel });

  logger.onExchange(answer());
  logger.onError(new Error('a defect'));

  const text = lines.join('');
  expect(text.includes('a defect')).toBe(failures);
  expect(text.includes('"path"')).toBe(exchanges);
  expect(text.includes('bad_request')).toBe(bodies);
});

const routine = ['/health/ready', '/docs/docs.js', '/__admin/info', '/sandboxes/x/__admin/rules'];
const shown = ['/health', '/docs', '/x/__admin/info', '/__admin/reset'];

test.each([
  ['info', shown],
  ['debug', [...routine, ...shown]],
] as const)(
  'logs checks, parts of pages and calls that read at the level %s',
  (logLevel, paths) => {
    const { lines, logger } = open({ logLevel });

    for (const target of [...routine, ...shown]) {
      const method = target.endsWith('reset') ? 'POST' : 'GET';
      logger.onResponse({ method, target, status: 200, milliseconds: 1 });
    }

    expect(lines.map((line) => JSON.parse(line).path)).toEqual(paths);
  },
);

test.for([
  [200, 0],
  [401, 0],
  [403, 1],
  [500, 1],
] as const)('a call that reads and gets %i has %i lines at info', ([status, count]) => {
  const { lines, logger } = open();

  logger.onResponse({ method: 'GET', target: '/__admin/info', status, milliseconds: 1 });

  expect(lines).toHaveLength(count);
});

test('redacts keys in paths, bodies, events and defects', () => {
  const { lines, logger } = open({ logLevel: 'debug' });

  logger.onExchange(answer('/v1/pets/s3cret', 'k=s3cret'));
  logger.onResponse({ method: 'GET', target: '/s3cret', status: 404, milliseconds: 1 });
  logger.onEvent('The fixture of s3cret was read again.');
  logger.onError(new Error('a s3cret defect'));

  expect(lines.join('')).not.toContain('s3cret');
  expect(JSON.parse(lines[0] ?? '').path).toBe('/v1/pets/***?k=***');
  expect(JSON.parse(lines[2] ?? '').message).toBe('The fixture of *** was read again.');
});

test.each(['pretty', 'json'] as const)('escapes control characters (%s)', (logFormat) => {
  const { lines, logger } = open({ logFormat });

  logger.onExchange(answer('/v1/\r\n\u001b[31m\u009b\u202eforged'));

  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('forged');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  expect(lines[0]?.trimEnd()).not.toMatch(/[\u0000-\u001f\u009b\u202e]/);
});
