import { expect, test } from 'vitest';
import { call } from '../../../src/console/simulator.js';
import { readExchange } from '../../../src/console/traffic/exchanges.js';
import { describeReason, listNotes } from '../../../src/console/traffic/reason.js';
import type { RuleState } from '../../../src/engine/scenario.js';
import type { RecordedExchange } from '../../../src/server/admin/journal-routes.js';
import { callPets, newPet } from '../../support/simulator.js';
import { json, openService, pet } from '../../support/upstream.js';
import { openPage } from './page.js';

async function read(key: string): Promise<RecordedExchange> {
  const exchange = await readExchange(key);
  return exchange as RecordedExchange;
}

const prefer = (Prefer: string) => ({ headers: { Prefer } });

test.for<[name: string, reason: string, path: string, init?: RequestInit]>([
  ['promised', 'The simulator answered as the document says.', '/1'],
  ['open', 'The document is silent on query parameters that are not in', '?page=2'],
  ['a violation', 'limit must be an integer from 1 to 100; got "0".', '?limit=0'],
  ['refused', 'The simulator refused the request; the service', '/1?limit=0', prefer('code=999')],
  ['forced', 'The header `Prefer: code=401` of the request forced', '?limit=0', prefer('code=401')],
  ['a fault', 'forced this answer: the client gets half a body.', '', prefer('fault=truncate')],
  ['forced by the query', 'The query `__code=503` of the request forced this', '?__code=503'],
  ['Prefer without effect', 'Prefer: cod=404` has no effect.', '', prefer('cod=404')],
  ['a pet without category', 'categoryId is required', '', { ...newPet, body: '{"name":"Rex"}' }],
])('says why: %s', async ([_name, reason, path, init]) => {
  const simulator = await openPage();
  await callPets(simulator, 'x', path, init);

  expect(describeReason(await read('x/1'), undefined)).toContain(reason);
});

test.for<[path: string, init: RequestInit, notes: string[]]>([
  ['?limit=0', {}, ['violation:4.1', 'open:7 limit-too-small=reject', 'open:7 error-codes=words']],
  ['?page=2', {}, ['open:4.1 unknown-query=ignore', 'open:4.1 list-order=oldest-first']],
  ['/1', {}, ['promised:4.3', 'deprecated:4.3']],
  ['', prefer('code=401'), ['promised:', 'open:7 error-codes=words']],
  ['', prefer('code=503'), ['beyond:']],
  ['', prefer('code=999'), ['refused:']],
])(
  'lists the notes of %s with their sections, those that decided it first',
  async ([path, init, notes]) => {
    const simulator = await openPage();
    await callPets(simulator, 'x', path, init);

    const listed = listNotes(await read('x/1')).map(({ kind, section = '', point, choice }) =>
      [`${kind}:${section}`, point && `${point}=${choice}`].filter(Boolean).join(' '),
    );
    expect(listed.filter((note) => !note.includes('extra-response'))).toEqual(notes);
  },
);

test('names the rule that forced an answer, beside what the request did', async () => {
  const simulator = await openPage();
  const { id } = await simulator.sandbox('x').addRule({ operation: 'listPets', code: 503 });
  await callPets(simulator, 'x', '?limit=0');
  const [rule] = (await call<{ rules: RuleState[] }>('GET /rules', 'x')).rules;
  const exchange = await read('x/1');

  expect(describeReason(exchange, rule)).toBe('Your rule forced it: listPets fails with 503.');
  expect(describeReason(exchange, undefined)).toBe(`The rule ${id} forced this answer.`);
});

test('a link to a sandbox opens a mismatch with both sides, whatever a rule has added', async () => {
  const { url: upstream } = await openService(json(200, [{ ...pet, status: 'eaten' }]));
  const simulator = await openPage({ upstream, upstreamKey: 'key-of-the-service' });
  await simulator.sandbox('x').addRule({ delay: 1 });
  await callPets(simulator, 'x', '?limit=0');

  const [mismatch] = listNotes(await read('x/1'));

  expect(mismatch).toMatchObject({
    kind: 'mismatch',
    text: expect.stringMatching(/Expected: .*eaten/s),
  });
  expect(await readExchange('x/2')).toBe(null);
});
