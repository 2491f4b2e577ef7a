import { describe, expect, test } from 'vitest';
import { UsageError, verify } from '../../src/index.js';
import { runVerification } from '../../src/verify/run.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

const target = { url: 'http://provider/v1', apiKey: new Service().apiKey };

describe('--header', () => {
  test('is sent with every request', async () => {
    const service = new Service();
    service.open();
    const sent = new Set<string | null>();
    const fetch = (url: string, init: RequestInit) => {
      sent.add(new Headers(init.headers).get('X-Tenant'));
      return fetchFrom(service)(url, init);
    };
    const options = resolveOptions({ ...target, header: 'X-Tenant: blue', readOnly: true });

    await runVerification(options, {}, fetch);

    expect(sent).toEqual(new Set(['blue']));
  });

  test('may replace the User-Agent, but nothing that a check sends', async () => {
    const sent: Headers[] = [];
    const fetch = async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers));
      return new Response('', { status: 401 });
    };
    const header = ['User-Agent: our-gateway', 'accept-language: de'];

    await runVerification(resolveOptions({ ...target, header }), {}, fetch);

    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      accept: 'application/json',
      'accept-language': 'de',
      authorization: `Bearer ${target.apiKey}`,
      'user-agent': 'our-gateway',
    });
  });

  test('does not appear in a report, even if the provider repeats its value', async () => {
    const fetch = async (_url: string, init: RequestInit) =>
      new Response(`Welcome, ${new Headers(init.headers).get('Cookie')}!`, { status: 302 });
    const options = resolveOptions({ ...target, header: 'Cookie: session=4711-0815' });

    const { reason } = await runVerification(options, {}, fetch);

    expect(reason).toContain('Welcome, ***!');
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
  ])('refuses %j, and does not repeat its value', async (header) => {
    const error = await verify({ ...target, header }).catch((reason) => reason);

    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/^The option header must be "Name: value"/);
    expect(error.message).not.toMatch(/abc|text\/|chunked|blue"|other\.example/);
  });
});
