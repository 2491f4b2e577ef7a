import { expect, test } from 'vitest';
import { call } from '../../../src/console/simulator.js';
import { readExchange } from '../../../src/console/traffic/exchanges.js';
import { describeReason } from '../../../src/console/traffic/reason.js';
import type { Rule } from '../../../src/engine/scenario.js';
import { callPets, newPet } from '../../support/simulator.js';
import { json, openService, pet } from '../../support/upstream.js';
import { openPage } from './page.js';

const prefer = (Prefer: string) => ({ headers: { Prefer } });

test.for<[name: string, reason: string, path: string, init?: RequestInit]>([
  ['promised', 'The document promises this answer, and removes getPet on 5 December 2030.', '/1'],
  ['open', 'The document is silent on query parameters that are not in', '?page=2'],
  ['a violation', 'The request violates the document. limit must be', '?limit=0'],
  ['refused', 'The simulator refused the request; the service', '/1?limit=0', prefer('code=999')],
  ['forced', 'The header Prefer: code=401 of the request forced', '?limit=0', prefer('code=401')],
  ['a forced 401', 'The document lists it.', '', prefer('code=401')],
  ['forced by the query', 'The query __code=503 of the request forced this', '?__code=503'],
  ['Prefer without effect', 'Prefer: cod=404 has no effect.', '', prefer('cod=404')],
  ['a pet without category', 'categoryId is required', '', { ...newPet, body: '{"name":"Rex"}' }],
])('says why: %s', async ([_name, reason, path, init]) => {
  const simulator = await openPage();
  await callPets(simulator, 'x', path, init);

  expect(describeReason(await readExchange('x/1'), undefined)).toContain(reason);
});

test('names the rule that forced an answer, beside what the request did', async () => {
  const simulator = await openPage();
  const { id } = await simulator.sandbox('x').addRule({ operation: 'listPets', code: 503 });
  await callPets(simulator, 'x', '?limit=0');
  const [rule] = (await call<{ rules: Rule[] }>('GET /rules', 'x')).rules;
  const exchange = await readExchange('x/1');

  expect(describeReason(exchange, rule)).toBe(
    'Your rule: listPets fails with 503. It is beyond the document.',
  );
  expect(describeReason(exchange, undefined)).toContain(`A rule that is gone by now (${id})`);
});

test('a link to a sandbox opens a mismatch with both sides, whatever a rule has added', async () => {
  const { url: upstream } = await openService(json(200, [{ ...pet, status: 'eaten' }]));
  const simulator = await openPage({ upstream, upstreamKey: 'key-of-the-service' });
  await simulator.sandbox('x').addRule({ delay: 1 });
  await callPets(simulator, 'x', '?limit=0');

  const reason = describeReason(await readExchange('x/1'), undefined);

  expect(reason).toMatch(/^The response contradicts the document\. Expected: .*eaten/s);
  await expect(readExchange('x/2')).rejects.toThrow('of x has no exchange 2 any more');
});
