import { describe, expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { createLogger, type Logger } from '../../src/log/logger.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';

const exchange: Parameters<Logger['onExchange']>[0] = {
  request: {
    method: 'GET',
    path: '/v1/pets',
    query: 'limit=0',
    body: undefined,
    rawHeaders: [],
    header: () => undefined,
  },
  reply: { status: 400, headers: [], body: '{"code":"bad_request"}', delay: 0, fault: undefined },
  sandbox: 'checkout-7',
  operation: 'listPets',
  notes: [{ kind: 'open', point: 'limit-out-of-range', choice: 'reject', section: '7' }],
};

/** What is written of one exchange and one failure. */
function written(
  options: SimulatorOptions,
  terminal = false,
  request = {},
  body = exchange.reply.body,
): string {
  let text = '';
  const stream = {
    isTTY: terminal,
    hasColors: () => terminal,
    write: (chunk: string) => {
      text += chunk;
    },
  };
  const logger = createLogger(resolveSimulatorOptions(options), stream);
  logger.onExchange(
    {
      ...exchange,
      request: { ...exchange.request, ...request },
      reply: { ...exchange.reply, body },
    },
    1.234,
  );
  logger.onError(new Error('a defect'));
  logger.onEvent('The fixture of s3cret was read again.');
  logger.flush();
  return text;
}

const routine = ['/health/ready', '/health/live', '/console/main.js', '/docs/docs.js'];

test.each([
  ['info', ['/health', '/docs']],
  ['debug', [...routine, '/health', '/docs']],
] as const)('logs health checks and parts of pages at the level %s', (logLevel, shown) => {
  let text = '';
  const options = resolveSimulatorOptions({ logLevel, logFormat: 'json' });
  const logger = createLogger(options, { write: (chunk) => (text += chunk) });

  for (const target of [...routine, '/health', '/docs']) {
    logger.onResponse({ method: 'GET', target, status: 200, milliseconds: 1 });
  }

  logger.flush();
  const lines = text.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(shown);
});

test.each([
  ['the key', 'k=s3cret', 'k=***'],
  ['what is called a token', 'limit=0&access_token=other', 'limit=0&access_token=***'],
])('redacts %s in a query', (_what, query, shown) => {
  const options = { logLevel: 'info', logFormat: 'json', apiKey: 's3cret' } as const;

  const [line = ''] = written(options, false, { query }).split('\n');

  expect(JSON.parse(line)).toMatchObject({ path: `/v1/pets?${shown}` });
});

test('logs an exchange as JSON', () => {
  const [line = ''] = written({ logLevel: 'info', logFormat: 'json' }).split('\n');

  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    method: 'GET',
    path: '/v1/pets?limit=0',
    status: 400,
    milliseconds: 1.23,
    sandbox: 'checkout-7',
    operation: 'listPets',
    notes: exchange.notes,
  });
});

test('logs an exchange for people', () => {
  const [line] = written({ logLevel: 'info', logFormat: 'pretty' }).split('\n');

  expect(line).toContain('GET /v1/pets?limit=0  400  1.23 ms  checkout-7  ');
  expect(line).toContain('open limit-out-of-range=reject (section 7)');
});

test('logs an event, without keys', () => {
  const options = { logLevel: 'info', logFormat: 'json', apiKey: 's3cret' } as const;

  const line = written(options).trim().split('\n').at(-1) ?? '';

  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    message: 'The fixture of *** was read again.',
  });
});

test('logs in colour on a terminal, and JSON elsewhere', () => {
  expect(written({ logLevel: 'info' }, true)).toContain('\u001b[');
  expect(written({ logLevel: 'info' }, false)).toMatch(/^\{"time"/);
});

describe('writes by level', () => {
  test.each([
    ['silent', false, false, false],
    ['error', true, false, false],
    ['info', true, true, false],
    ['debug', true, true, true],
  ] as const)('%s', (logLevel, failures, exchanges, bodies) => {
    const text = written({ logLevel, logFormat: 'json' });

    expect(text.includes('a defect')).toBe(failures);
    expect(text.includes('"path"')).toBe(exchanges);
    expect(text.includes('bad_request')).toBe(bodies);
  });
});

test('escapes control characters in a body', () => {
  const text = written(
    { logLevel: 'debug', logFormat: 'pretty' },
    false,
    {},
    '\u009b31m\u202eforged',
  );

  expect(text).not.toMatch(/[\u009b\u202e]/);
  expect(text).toContain('forged');
});

test.each(['pretty', 'json'] as const)('escapes line breaks in a path (%s)', (logFormat) => {
  const text = written({ logLevel: 'info', logFormat }, false, {
    path: '/v1/\r\n\u001b[31mforged',
  });

  expect(text).not.toContain('\u001b');
  expect(text.split('\n').filter((line) => line.startsWith('forged'))).toEqual([]);
  expect(text.split('\n')[0]).toContain('forged');
});

test('cuts long paths and bodies', () => {
  const options = { logLevel: 'debug', logFormat: 'json', apiKey: 'long-enough' } as const;
  const body = `${'b'.repeat(4_090)}long-enough`;

  const [line = ''] = written(options, false, { path: `/${'p'.repeat(20_000)}` }, body).split('\n');

  const logged = JSON.parse(line);
  expect(logged.path).toBe(`/${'p'.repeat(2_047)}…`);
  expect(logged.body).toBe(`${'b'.repeat(4_090)}***…`);
});

test('drops lines that nobody reads, and counts them', () => {
  let text = '';
  const stream = {
    writableLength: 0,
    write: (chunk: string) => {
      text += chunk;
    },
  };
  const logger = createLogger(resolveSimulatorOptions({ logLevel: 'error' }), stream);
  const log = (message: string) => {
    logger.onError(message);
    logger.flush();
  };

  log('first');
  stream.writableLength = 2_000_000;
  log('second');
  log('third');
  stream.writableLength = 0;
  log('fourth');

  const messages = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message);
  expect(messages).toEqual([
    'first',
    '2 lines were dropped, because the log was not read.',
    'fourth',
  ]);
});

test('lines of any length keep their order', () => {
  let text = '';
  const stream = {
    write: (chunk: string) => {
      text += chunk;
    },
  };
  const logger = createLogger(resolveSimulatorOptions({ logLevel: 'error' }), stream);
  const messages = ['first', 'ä'.repeat(100_000), ...Array(100).fill('ü'.repeat(1_000)), 'last'];

  for (const message of messages) {
    logger.onError(message);
  }
  logger.flush();

  const lines = text.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(messages);
});

test('lines that the stream still holds stay as they are', () => {
  const held: (string | Uint8Array)[] = [];
  const stream = { writableLength: 1, write: (chunk: string | Uint8Array) => held.push(chunk) };
  const logger = createLogger(resolveSimulatorOptions({ logLevel: 'error' }), stream);

  for (const message of ['first', 'second']) {
    logger.onError(message);
    logger.flush();
  }

  const messages = held.map((chunk) => JSON.parse(Buffer.from(chunk).toString()).message);
  expect(messages).toEqual(['first', 'second']);
});

test('redacts keys in the message of a defect', () => {
  expect(written({ logLevel: 'error', apiKey: 'a-defect', logFormat: 'json' })).toContain(
    'a defect',
  );
  expect(written({ logLevel: 'error', apiKey: 'defect', logFormat: 'json' })).toContain('a ***');
});
