import fc from 'fast-check';
import { createSimulator } from '../../src/index.js';
import { mutate } from './bodies.js';
import { headers } from './service-requests.js';
import type { FuzzRequest } from './session.js';
import { framing, write } from './write.js';

const snapshot = JSON.stringify(
  await createSimulator({ pets: 2, clock: '2030-01-01T00:00:00Z' }).sandbox('a0').snapshot(),
);

/** Bodies that the calls take; each call also gets those of others. */
const bodies = [
  '',
  '{"code":503,"operation":"createPet","times":2}',
  '{"example":"no-such-pet","match":{"petId":"7","query":{"a":"b"},"headers":{"x":"y"}}}',
  '{"delay":5,"probability":0.5,"match":{"body":{"name":"Rex"},"bodyContains":"R"}}',
  '{"code":418,"body":{"id":9223372036854775807},"headers":{"X-A":"b"},"operation":"getPet"}',
  '{"headers":{"Retry-After":"3"},"match":{"headersContain":{"a":"b"}}}',
  '{"profile":"hostile","choose":{"list-order":"shuffled"},"latency":"0-5","allow":["open"]}',
  '{"seed":7,"fixture":"every-status","profile":"strict"}',
  '{"pets":3,"seed":9}',
  '{"mode":"frozen","now":"2030-12-06T00:00:00Z","advance":86400000}',
  '{"mode":"real","advance":-1000}',
  '{"name":"Rex","categoryId":"2","status":"sold"}',
  '{"id":"7","name":"Rex","categoryId":"2"}',
  '{"status":null}',
  '{"steps":3}',
  '{"state":"a pet exists","params":{"status":"sold"},"action":"setup"}',
  '{"state":"there are at least this many pets","params":{"count":60}}',
  '{"operation":"listPets","method":"GET","status":200,"note":"open","body":{"a":[1]}}',
  snapshot,
] as const;

const writes = [
  'POST /rules',
  'DELETE /rules',
  'DELETE /rules/rule-1',
  'PUT /settings',
  'PUT /clock',
  'POST /reset',
  'PUT /state',
  'POST /pets',
  'PATCH /pets/1',
  'DELETE /pets/2',
  'POST /provider-states',
  'POST /requests/count',
  'DELETE /requests',
  'DELETE /sandboxes/a1',
  'PATCH /rules',
  'PUT /rules/%zz',
] as const;

const reads = [
  '/sandboxes',
  '/state',
  '/rules',
  '/requests',
  '/requests?wait=9&timeout=20',
  '/requests?limit=2&operation=getPet&status=404&note=open',
  '/requests?since=2030-01-01T00:00:00Z&after=3',
  '/requests?wait=x&limit=0',
  '/settings',
  '/clock',
  '/pets',
  '/contracts',
  '/contracts/none.json',
  '/openapi.json',
  '/nothing',
  '/%zz',
  '',
] as const;

const others = [
  '/',
  '/health',
  '/openapi.json',
  '/openapi.yaml',
  '/favicon.ico',
  '/%',
  '/v2/pets',
  '*',
  '/__ADMIN/rules',
] as const;

/** Only sandboxes that no other request uses, so that the pets of those stay countable. */
const ownSandbox = fc.constantFrom('a1', 'a2');
const legalSelection = fc.tuple(fc.constantFrom('query', 'path', 'header', 'key'), ownSandbox);
const illegal = fc.constantFrom('?sandbox=', '?sandbox=a.b', '?sandbox=a1&sandbox=a2', '?x=1');

const selection = fc.oneof(
  { weight: 6, arbitrary: legalSelection },
  illegal.map((query) => ['illegal', query] as const),
);

function select([by, name]: readonly [string, string], path: string) {
  const join = path.includes('?') ? '&' : '?';
  switch (by) {
    case 'query':
      return { target: `/__admin${path}${join}sandbox=${name}`, lines: [] };
    case 'path':
      return { target: `/sandboxes/${name}/__admin${path}`, lines: [] };
    case 'header':
      return { target: `/__admin${path}`, lines: [`Simulator-Sandbox: ${name}`] };
    case 'key':
      return { target: `/__admin${path}`, lines: [`Authorization: Bearer test-key.${name}`] };
    default:
      return {
        target: `/__admin${path}${name.replace('?', join)}`,
        lines: ['Simulator-Sandbox: a1'],
      };
  }
}

const writing = fc
  .record({
    call: fc.constantFrom(...writes),
    selection,
    body: mutate(fc.constantFrom(...bodies)),
    framing,
    more: headers,
  })
  .map(({ call, selection: selected, body, framing: sent, more }): FuzzRequest => {
    const [method = '', path = ''] = call.split(' ');
    const { target, lines } = select(selected, path);
    // A second key or name would select another sandbox.
    const harmless = more.filter((line) => !/^(?:authorization|simulator-sandbox)/i.test(line));
    const bytes = Buffer.from(body, 'utf8').toString('latin1');
    const all = [...lines, ...harmless];
    return {
      bytes: write({ method, target, headers: all, body: bytes, framing: sent }),
      method,
      mayCreate: false,
    };
  });

const reading = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS'),
    path: fc.constantFrom(...reads),
    selection,
    more: headers,
  })
  .map(({ method, path, selection: selected, more }): FuzzRequest => {
    const { target, lines } = select(selected, path);
    const all = [...lines, ...more];
    return {
      bytes: write({ method, target, headers: all, body: '', framing: 'none' }),
      method,
      mayCreate: false,
    };
  });

const other = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'),
    target: fc.constantFrom(...others),
    more: headers,
  })
  .map(
    ({ method, target, more }): FuzzRequest => ({
      // Only OPTIONS has the target * (RFC 9112, 3.2.4).
      bytes: write({
        method,
        target: target === '*' && method !== 'OPTIONS' ? '/' : target,
        headers: more,
        body: '',
        framing: 'none',
      }),
      method,
      mayCreate: false,
    }),
  );

/** A call of the admin interface, or a request for anything else but the service. */
export const adminRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 3, arbitrary: writing },
  { weight: 2, arbitrary: reading },
  other,
);
