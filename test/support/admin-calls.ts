import type { AdminOperation } from '../../src/server/admin/paths.js';

/** Calls of every operation that ends, with their statuses and bodies, in an order in which each can be done. */
const rows: readonly (readonly [AdminOperation, string, status: number, body?: string])[] = [
  ['addPet', 'POST /pets', 201, '{"name":"Rex","categoryId":"9007199254740993","status":"sold"}'],
  ['addPet', 'POST /pets', 201, '{"id":"-7","name":"Max","categoryId":"1"}'],
  [
    'changePet',
    'PATCH /pets/-7',
    200,
    '{"name":"Tom","categoryId":"9223372036854775807","status":null}',
  ],
  ['removePet', 'DELETE /pets/-7', 204],
  ['listAllPets', 'GET /pets', 200],
  ['listChanges', 'GET /changes?after=0', 200],
  ['readInfo', 'GET /info', 200],
  ['listSandboxes', 'GET /sandboxes', 200],
  ['reset', 'POST /reset', 200],
  [
    'reset',
    'POST /reset',
    200,
    '{"seed":7,"pets":3,"profile":"hostile","choices":{"list-order":"newest-first"},"allow":["deprecated"]}',
  ],
  [
    'reset',
    'POST /reset',
    200,
    '{"pets":[{"id":"9","name":"Rex","categoryId":"1","status":"sold"},{"name":"Max","categoryId":"1"}]}',
  ],
  [
    'addRule',
    'POST /rules',
    201,
    '{"operation":"createPet","code":400,"example":"missing-name","times":2,"probability":0.5,"delay":1,"match":{"query":{"a":"b"},"headers":{"a":"b"},"body":{"name":"x"},"bodyContains":"y"}}',
  ],
  ['addRule', 'POST /rules', 201, '{"fault":"reset"}'],
  ['listRules', 'GET /rules', 200],
  ['removeRule', 'DELETE /rules/rule-1', 204],
  ['removeRules', 'DELETE /rules', 204],
  ['readState', 'GET /state', 200],
  ['listRequests', 'GET /requests', 200],
  [
    'listRequests',
    'GET /requests?operation=createPet&status=201&note=open&since=2020-01-01T00:00:00Z&after=0&limit=5&wait=1&timeout=0',
    200,
  ],
  [
    'countRequests',
    'POST /requests/count',
    200,
    '{"operation":"createPet","method":"post","status":201,"body":{"name":"Tom"}}',
  ],
  ['countRequests', 'POST /requests/count', 200, '{}'],
  ['clearRequests', 'DELETE /requests', 204],
  ['readSettings', 'GET /settings', 200],
  [
    'writeSettings',
    'PUT /settings',
    200,
    '{"profile":"strict","choices":{"list-order":"shuffled"},"delay":"0-1","allow":["open","violation"]}',
  ],
  ['readClock', 'GET /clock', 200],
  ['writeClock', 'PUT /clock', 200, '{"mode":"frozen","now":"2030-12-06T00:00:00Z","advance":-1}'],
  [
    'changeProviderState',
    'POST /provider-states',
    200,
    '{"state":"the API key is valid","action":"setup"}',
  ],
  ['readPact', 'GET /pact?consumer=shop', 200],
  ['readExcluded', 'GET /pact/excluded', 200],
  ['dropSandbox', 'DELETE /sandboxes/default', 204],
];

export const describedCalls = rows.map(([operation, call, status, body]) => {
  const [method = '', path = ''] = call.split(' ');
  return { operation, method, path, status, body };
});
