import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeInteraction } from '../../../src/contract/interaction.js';
import { formatPact } from '../../../src/contract/pact.js';
import { withNeeds } from '../../../src/contract/response-parts.js';
import { requireNotFound } from '../../../src/document/requirements.js';
import { createSimulator, type PactOptions } from '../../../src/index.js';
import { openHttp } from '../../support/open-http.js';
import { start } from '../../support/simulator.js';
import { prefer, record, rex, type Sent } from '../../unit/contract/recording.js';
import { openProvider, serviceOf } from '../../verify/open-provider.js';
import { badRequest } from '../../verify/providers/call.js';
import { Service } from '../../verify/providers/service.js';
import { verifyPact } from './verify-pacts.js';

/** A request for each use of usual tests. */
const everyUse: readonly Sent[] = [
  { path: '/pets' },
  { path: '/pets?limit=1' },
  { path: '/pets?limit=100' },
  { path: '/pets?status=sold' },
  { path: '/pets?limit=2&status=pending' },
  { path: '/pets/1' },
  { path: '/pets/999' },
  { path: '/pets', body: rex },
  { path: '/pets', body: { ...rex, status: 'available' } },
  { path: '/pets', body: '{"name":"Käthe","categoryId":9007199254740993}' },
  ...[
    {},
    { ...rex, name: 42 },
    { name: 'Rex' },
    { ...rex, categoryId: 1.5 },
    { ...rex, status: 'eaten' },
    [rex],
  ].map((body) => ({ path: '/pets', body })),
  { path: '/pets', body: '{"name":' },
  { path: '/pets', body: '' },
  ...['', 'Bearer no-key', 'test-key'].flatMap((authorization) =>
    [{ path: '/pets' }, { path: '/pets/1' }, { path: '/pets', body: rex }].map((sent) => ({
      ...sent,
      headers: { authorization },
    })),
  ),
  { path: '/pets', headers: prefer('code=401') },
];

const noKey = { headers: { authorization: '' } };

const needs: readonly NonNullable<PactOptions['needs']>[] = [
  {},
  { Pet: ['status'], Error: ['status'] },
  { Pet: [], Error: [] },
];

test.each(needs)(
  'a simulator passes the contract of a consumer that needs %j',
  async (narrowed) => {
    const { text, contract } = record(everyUse, {}, narrowed);
    const provider = await start({ profile: 'hostile' });
    const { report } = await verifyPact(provider, text);
    expect(report.errors).toEqual([]);
    expect(report.interactionResults).toHaveLength(contract.interactions.length);
  },
);

type Change = (body: string) => string | number;

/** A provider that answers as the simulator does, but changes the bodies or statuses of responses. */
async function openChanged(change: Change) {
  const simulator = createSimulator();
  const address = await openHttp(async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    const body = await buffer(request);
    const answer = await simulator.fetch(`http://localhost${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    const changed = change(text);
    const [status, sent] = typeof changed === 'number' ? [changed, text] : [answer.status, changed];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(sent);
  });
  return { url: address, apiKey: 'test-key' };
}

const dropCategory: Change = (body) => body.replace(/,"categoryId":\d+/g, '');
const nullStatus: Change = (body) => body.replace(/("categoryId":\d+)}/g, '$1,"status":null}');

const named = { Pet: ['id', 'name'] } as const;

// The committed contracts, which have the rules of all other fields, are compared by faster tests.
test.for<[string, what: string, Change, Sent, needs?: PactOptions['needs']]>([
  ['failed', 'sends null for a missing status of a page', nullStatus, { path: '/pets' }],
  ['failed', 'sends null for a missing status', nullStatus, { path: '/pets/4' }],
  ['failed', 'sends null for a status that was not sent', nullStatus, { path: '/pets', body: rex }],
  ['passed', 'drops a field that is not needed', dropCategory, { path: '/pets' }, named],
])('%s: a provider that %s', async ([outcome, , change, sent, narrowed]) => {
  const { text } = record([sent], {}, narrowed);
  const { report } = await verifyPact(await openChanged(change), text);
  expect(report.outcome, JSON.stringify(report).slice(0, 900)).toBe(outcome);
});

test('a service without status passes the contract of a consumer that does not use it', async () => {
  const { text } = record(
    [
      { path: '/pets/1' },
      { path: '/pets' },
      ...['/pets', '/pets/1'].map((path) => ({ path, ...noKey })),
      { path: '/pets', body: rex, ...noKey },
    ],
    {},
    { Pet: ['id'], Error: [] },
  );
  const withoutStatus = class extends Service {
    override fieldsOf(call: Parameters<Service['fieldsOf']>[0]) {
      const fields = super.fieldsOf(call);
      if ('status' in fields) throw badRequest('status is unknown.');
      return fields;
    }
    override shown(...args: Parameters<Service['shown']>) {
      const { status: _status, ...fields } = super.shown(...args);
      return fields;
    }
  };

  const { report } = await verifyPact(await openProvider(withoutStatus), text);

  expect(report.outcome, JSON.stringify(report).slice(0, 1900)).toBe('passed');
});

test.for([
  ['passed', 410],
  ['failed', 500],
] as const)(
  '%s: a provider that sends %i, where any error of the client will do',
  async ([outcome, status]) => {
    const text = formatPact('shop', [writeInteraction(withNeeds(requireNotFound, []))]);

    const { report } = await verifyPact(await openChanged(() => status), text);

    expect(report.outcome, JSON.stringify(report).slice(0, 900)).toBe(outcome);
  },
);

test('the contract of a list passes a store whose list lags behind', async () => {
  const { text } = record([{ path: '/pets' }]);
  const service = serviceOf('A created pet is in lists 150 ms later, and can be read then.');
  const fifteen = class extends service {
    override firstPets() {
      return super.firstPets().slice(0, 15);
    }
  };

  const { report } = await verifyPact(await openProvider(fifteen), text);

  expect(report.outcome, JSON.stringify(report).slice(0, 900)).toBe('passed');
});
