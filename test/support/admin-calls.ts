import type { AdminOperation } from '../../src/server/admin/paths.js';

/** A call of the simulator's own interface, as HTTP sends it. */
export interface SentCall {
  readonly method: string;
  /** Below `/__admin`, with its query. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DescribedCall extends SentCall {
  readonly operation: AdminOperation;
  readonly status: number;
}

const get = { method: 'GET', status: 200 };
const put = { method: 'PUT', status: 200 };

/** Calls of every operation that ends, in an order in which each can be done. */
export const describedCalls: readonly DescribedCall[] = [
  {
    operation: 'addPet',
    method: 'POST',
    path: '/pets',
    body: '{"name":"Rex","categoryId":"9223372036854775807","status":"sold"}',
    status: 201,
  },
  {
    operation: 'addPet',
    method: 'POST',
    path: '/pets',
    body: '{"id":"-7","name":"Max","categoryId":"1"}',
    status: 201,
  },
  {
    operation: 'changePet',
    method: 'PATCH',
    path: '/pets/-7',
    body: '{"name":"Tom","categoryId":"9223372036854775807","status":null}',
    status: 200,
  },
  { operation: 'removePet', method: 'DELETE', path: '/pets/-7', status: 204 },
  { operation: 'listAllPets', ...get, path: '/pets' },
  { operation: 'listChanges', ...get, path: '/changes?after=0' },
  { operation: 'listSandboxes', ...get, path: '/sandboxes' },
  { operation: 'reset', method: 'POST', path: '/reset', status: 200 },
  {
    operation: 'reset',
    method: 'POST',
    path: '/reset',
    body: '{"seed":7,"pets":3,"profile":"hostile","choose":{"list-order":"newest-first"},"allow":["deprecated"]}',
    status: 200,
  },
  {
    operation: 'reset',
    method: 'POST',
    path: '/reset',
    body: '{"pets":[{"id":"9","name":"Rex","categoryId":"1","status":"sold"},{"name":"Max","categoryId":"1"}]}',
    status: 200,
  },
  {
    operation: 'addRule',
    method: 'POST',
    path: '/rules',
    body: '{"operation":"createPet","code":400,"example":"missing-name","times":2,"probability":0.5,"delay":1,"match":{"query":{"a":"b"},"headers":{"a":"b"},"body":{"name":"x"},"bodyContains":"y"}}',
    status: 201,
  },
  {
    operation: 'addRule',
    method: 'POST',
    path: '/rules',
    body: '{"fault":"reset"}',
    status: 201,
  },
  { operation: 'listRules', ...get, path: '/rules' },
  { operation: 'removeRule', method: 'DELETE', path: '/rules/rule-1', status: 204 },
  { operation: 'removeRules', method: 'DELETE', path: '/rules', status: 204 },
  { operation: 'readState', ...get, path: '/state' },
  { operation: 'listRequests', ...get, path: '/requests' },
  {
    operation: 'listRequests',
    ...get,
    path: '/requests?operation=createPet&status=201&note=open&since=2020-01-01T00:00:00Z&after=0&limit=5&wait=1&timeout=0',
  },
  {
    operation: 'countRequests',
    method: 'POST',
    path: '/requests/count',
    body: '{"operation":"createPet","method":"post","status":201,"body":{"name":"Tom"}}',
    status: 200,
  },
  { operation: 'countRequests', method: 'POST', path: '/requests/count', body: '{}', status: 200 },
  { operation: 'clearRequests', method: 'DELETE', path: '/requests', status: 204 },
  { operation: 'readSettings', ...get, path: '/settings' },
  {
    operation: 'writeSettings',
    ...put,
    path: '/settings',
    body: '{"profile":"strict","choose":{"list-order":"shuffled"},"latency":"0-1","allow":["open","violation"]}',
  },
  { operation: 'readClock', ...get, path: '/clock' },
  {
    operation: 'writeClock',
    ...put,
    path: '/clock',
    body: '{"mode":"frozen","now":"2030-12-06T00:00:00Z","advance":-1}',
  },
  {
    operation: 'changeProviderState',
    method: 'POST',
    path: '/provider-states',
    body: '{"state":"the API key is valid","action":"setup"}',
    status: 200,
  },
  { operation: 'readPact', ...get, path: '/pact?consumer=shop' },
  { operation: 'readLeftOut', ...get, path: '/pact/left-out' },
  { operation: 'dropSandbox', method: 'DELETE', path: '/sandboxes/default', status: 204 },
];
