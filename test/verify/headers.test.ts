import { expect, test } from 'vitest';
import { UsageError, verify } from '../../src/index.js';
import type { Answer, Call } from './providers/call.js';
import { verifyService } from './providers/in-process.js';
import { Service } from './providers/service.js';
import { changing } from './providers/variant.js';
import { reach } from './reach.js';

/** Repeats the key and the header of a gateway in every body. */
class Repeating extends Service {
  override async answer(call: Call): Promise<Answer> {
    const body = JSON.stringify({ key: this.apiKey, tenant: call.headers['x-tenant'] });
    return { ...(await super.answer(call)), body };
  }
}

test('a report has *** for the key and for long header values', async () => {
  const service = new Repeating();

  const report = JSON.stringify(
    await verifyService(service, { header: 'X-Tenant: tenant-4711', readOnly: true }),
  );

  expect(report).toContain('***');
  expect(report).toContain('$X_TENANT');
  expect(report).not.toContain(service.apiKey);
  expect(report).not.toContain('tenant-4711');
});

test('sends a header of the user with every request, also where a check has its own', async () => {
  const cookies = new Set<unknown>();
  const Recording = changing('answer', (plain, call) => {
    cookies.add(call.headers.cookie);
    return plain(call);
  });

  await verifyService(new Recording(), { header: 'Cookie: a=1', readOnly: true, only: '4' });

  expect([...cookies]).toEqual(['a=1']);
});

test('a header of one request goes before that of the user, and another form of the key does not', async () => {
  const sent: unknown[] = [];
  const provider = reach(
    async (_url, { headers }) => {
      sent.push(headers.get('x-tenant'));
      return new Response('[]');
    },
    { header: 'X-Tenant: staging' },
  );

  const request = { method: 'GET', path: '/pets', headers: { 'X-Tenant': 'unknown' } };
  await provider.send(request);
  await provider.send({ ...request, description: 'with the key elsewhere' });

  expect(sent).toEqual(['unknown', 'staging']);
});

test.each([
  'Authorization: Bearer abc',
  'content-type: text/plain',
  'Accept: text/html',
  'Host: other.example',
  'Transfer-Encoding: chunked',
  'X-Tenant',
  'X Tenant: blue',
  'X-Tenant: a\r\nX-Other: b',
  'X-Tenant: ä',
  'X-Tenant:',
])('refuses the header %j, and does not repeat its value', async (header) => {
  const error = await verify({ url: 'http://x/v1', apiKey: 'key', header }).catch((one) => one);

  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(/^The option header must be "Name: value"/);
  expect(error.message).not.toMatch(/abc|text\/|chunked|blue"|other\.example/);
});
