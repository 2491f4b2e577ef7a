import { expect } from 'vitest';
import type { Rule } from '../../src/index.js';
import { callService, controlled, type ServiceCall } from './open.js';

const list = { path: '/pets' };
const create = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };

const body = JSON.stringify({ name: 'Rex', categoryId: 7, tags: ['a', { b: 1 }], chip: null });
const matches: [string, NonNullable<Rule['match']>, ServiceCall, ServiceCall][] = [
  ['the identifier in the path', { petId: '7' }, { path: '/pets/7' }, { path: '/pets/8' }],
  ['the identifier, however it is encoded', { petId: '7' }, { path: '/pets/%37' }, list],
  [
    'the query',
    { query: { limit: '3' } },
    { path: '/pets?limit=3&status=sold' },
    { path: '/pets?limit=33' },
  ],
  [
    'a header, its name in any case',
    { headers: { 'X-Trace': 'abc' } },
    { ...list, headers: { 'x-TRACE': 'abc' } },
    { ...list, headers: { 'x-trace': 'ABC' } },
  ],
  ['some fields of the body', { body: { categoryId: 7 } }, { ...create, body }, create],
  ['nothing in a field', { body: { chip: null } }, { ...create, body }, create],
  [
    'arrays as a whole',
    { body: { tags: ['a', { b: 1 }] } },
    { ...create, body },
    { ...create, body: body.replace('"a"', '"a","a"') },
  ],
  [
    'each element of an array',
    { body: { tags: ['a', { b: 1 }] } },
    { ...create, body },
    { ...create, body: body.replace('"b":1', '"b":2') },
  ],
  [
    'text that begins like what stands before it',
    { bodyContains: 'RexRexTom' },
    { ...create, body: '{"name":"RexRexRexTom","categoryId":1}' },
    { ...create, body: '{"name":"RexRexRexRex","categoryId":1}' },
  ],
  [
    'part of the text of the body',
    { bodyContains: 'Rex' },
    create,
    { ...create, body: '{"name":"Tom","categoryId":1}' },
  ],
  [
    'part of a header',
    { headersContain: { 'User-Agent': 'shop/' } },
    { ...list, headers: { 'user-agent': 'my-shop/2 (test)' } },
    { ...list, headers: { 'user-agent': 'other' } },
  ],
  [
    'large integers with all their digits',
    { body: { categoryId: 9007199254740993n } as never },
    { ...create, body: '{"name":"Rex","categoryId":9007199254740993}' },
    { ...create, body: '{"name":"Rex","categoryId":9007199254740992}' },
  ],
  [
    'all conditions at once',
    { query: { limit: '3' }, headers: { a: '1' } },
    { path: '/pets?limit=3', headers: { a: '1' } },
    { path: '/pets?limit=3' },
  ],
];

for (const [what, match, matching, other] of matches) {
  controlled(`a rule matches ${what}`, async (open) => {
    const simulator = await open();
    const sandbox = simulator.sandbox();
    await sandbox.addRule({ code: 503, match });

    expect((await callService(simulator, sandbox, other)).status).not.toBe(503);
    expect((await callService(simulator, sandbox, matching)).status).toBe(503);
  });
}
