import { expect, test } from 'vitest';
import { runVerification } from '../../src/verify/run.js';
import type { Answer, Call } from './providers/call.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

/** Repeats the key and the header of a gateway in every body. */
class Repeating extends Service {
  override async answer(call: Call): Promise<Answer> {
    const body = JSON.stringify({ key: this.apiKey, tenant: call.headers['x-tenant'] });
    return { ...(await super.answer(call)), body };
  }
}

test('a report has *** for the key and for long header values', async () => {
  const service = new Repeating();
  service.open();
  const { apiKey } = service;
  const header = 'X-Tenant: tenant-4711';
  const options = resolveOptions({ url: 'http://provider/v1', apiKey, header, readOnly: true });

  const report = JSON.stringify(await runVerification(options, {}, fetchFrom(service)));

  expect(report).toContain('***');
  expect(report).not.toContain(apiKey);
  expect(report).not.toContain('tenant-4711');
});
