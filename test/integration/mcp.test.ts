import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command as mcpCommand } from '../../src/cli/mcp.js';
import { command, withKey } from '../support/command.js';
import { openServer } from '../support/control.js';
import { findStablePort } from '../support/local-programs.js';
import { callHeaders, callTool, connectHttp, connectStdio, readOrigin } from '../support/mcp.js';

const transports = {
  HTTP: async () => connectHttp((await openServer()).origin),
  'HTTP, before 2026': async () => connectHttp((await openServer()).origin, 'legacy'),
  'stdio, before 2026': () => connectStdio('--port', '0'),
  'stdio, joined': async () => connectStdio('--url', (await openServer()).origin),
};

const id = '9223372036854775807';
const pet = { id, name: 'Rex', categoryId: '2' };

/** Calls of every tool, and what HTTP sends for them. */
const calls: readonly (readonly [string, Record<string, unknown>, call: string, body?: object])[] =
  [
    ['add_pet', pet, 'POST /pets', pet],
    ['change_pet', { id, status: 'sold' }, `PATCH /pets/${id}`, { status: 'sold' }],
    ['list_pets', { search: '7', limit: 2 }, 'GET /pets?search=7&limit=2'],
    ['remove_pet', { id }, `DELETE /pets/${id}`],
    ['force_response', { code: 503, body: 'Busy' }, 'POST /rules', { code: 503, body: 'Busy' }],
    ['remove_rules', {}, 'DELETE /rules'],
    ['change_settings', { delay: '1-2' }, 'PUT /settings', { delay: '1-2' }],
    ['set_clock', { now: '2030-12-05' }, 'PUT /clock', { now: '2030-12-05' }],
    ['list_requests', { limit: 1 }, 'GET /requests?limit=1'],
    ['count_requests', { status: 404 }, 'POST /requests/count', { status: 404 }],
    ['reset_sandbox', { pets: 3 }, 'POST /reset', { pets: 3 }],
  ];

const refusals = [
  ['add_pet', { name: 'Rex' }, 'categoryId of the body is required.'],
  ['remove_pet', { id: '99' }, 'The sandbox two has no pet with the id "99".'],
  ['list_requests', { failed: true }, 'The query has the unknown field "failed".'],
  ['list_pets', { sandbox: 'a b' }, 'The name of a sandbox must be 1 to 64 letters'],
] as const;

test.for(Object.entries(transports))('over %s, tools are the admin interface', async ([, open]) => {
  const client = await open();
  const admin = `${readOrigin(client)}/sandboxes/one/__admin`;

  for (const [name, args, call, body] of calls) {
    const [method = '', path = ''] = call.split(' ');
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const text = await (await fetch(admin + path, init)).text();
    const expected = JSON.parse(text.replace('"name":"one"', '"name":"two"') || '{}');
    expect(await callTool(client, name, { ...args, sandbox: 'two' }), name).toEqual(expected);
  }
  for (const [name, args, message] of refusals) {
    const refusal = await callTool(client, name, { sandbox: 'two', ...args });
    expect(refusal).toContain(message);
  }
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(calls.map(([name]) => name).sort());
  const adding = tools.find(({ name }) => name === 'add_pet')?.inputSchema;
  expect(adding?.required).toEqual(['name', 'categoryId']);
});

test('an agent finds out why a request failed, and mends it', async () => {
  const { origin } = await openServer({ fixture: 'empty' });
  const client = await connectHttp(origin);
  const get = async () => (await fetch(`${origin}/v1/pets/7`, withKey)).status;
  const listFailed = () => callTool(client, 'list_requests', { outcome: 'failed' });

  expect(await get()).toBe(404);
  expect(await listFailed()).toMatchObject({
    requests: [{ status: 404, reason: 'No animal has the identifier 7' }],
  });

  await callTool(client, 'add_pet', { ...pet, id: '7' });
  expect(await get()).toBe(200);

  await callTool(client, 'force_response', { operation: 'getPet', code: 404, times: 1 });
  expect([await get(), await get()]).toEqual([404, 200]);
  expect(await listFailed()).toMatchObject({
    requests: [{ number: 3, rule: 'rule-1', reason: 'rule-1: 404' }, { number: 1 }],
  });
});

test('a body keeps the digits of its integers', async () => {
  const { origin, url } = await openServer();
  const client = await connectHttp(origin);
  const init = { method: 'POST', body: `{"name":"Rex","categoryId":${id}}` };
  const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
  await fetch(`${url}/pets`, { ...init, headers });

  const requests = [{ json: { name: 'Rex', categoryId: id } }];
  expect(await callTool(client, 'list_requests')).toMatchObject({ requests });
});

/** Every schema in a schema, by its path. */
function* listSchemas(schema: object, path = ''): Generator<[path: string, schema: object]> {
  yield [path, schema];
  for (const [name, field] of Object.entries(Object(schema).properties ?? {})) {
    yield* listSchemas(field as object, `${path}.${name}`);
  }
}

test('every tool and every argument has a description, in valid JSON Schema', async () => {
  const client = await connectHttp((await openServer()).origin);
  const { tools } = await client.listTools();

  for (const { name, description, inputSchema, annotations } of tools) {
    new Ajv2020({ allowUnionTypes: true }).compile(inputSchema);
    const schemas = [...listSchemas(inputSchema, name)].slice(1);
    const vague = schemas.filter(([, schema]) => !('description' in schema));
    expect(vague.map(([path]) => path)).toEqual([]);
    expect(schemas.map(([path]) => path)).toContain(`${name}.sandbox`);
    expect(description?.length).toBeGreaterThan(20);
    // A small model has a context of some thousand tokens, each of about four characters.
    expect(JSON.stringify([name, description, inputSchema]).length).toBeLessThan(8_000);
    expect(annotations).toMatchObject({ openWorldHint: false });
  }
  const listed = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
    tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
  const reading = ['list_pets', 'list_requests', 'count_requests'];
  const replacing = [
    'reset_sandbox',
    'change_settings',
    'change_pet',
    'remove_pet',
    'remove_rules',
  ];
  expect(listed('readOnlyHint')).toEqual(reading);
  expect(listed('destructiveHint').sort()).toEqual(replacing.sort());
  expect(listed('idempotentHint').sort()).toEqual([...reading, ...replacing].sort());
});

test('agents can read the interface document and a guide of at most 60 lines', async () => {
  const { origin } = await openServer();
  const client = await connectHttp(origin);
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };

  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'animal-store://guide',
    'animal-store://interface',
  ]);
  const document = await (await fetch(`${origin}/openapi.json`)).json();
  expect(JSON.parse(await read('animal-store://interface'))).toEqual(document);
  const guide = await read('animal-store://guide');
  expect(guide).toBe(client.getInstructions());
  expect(guide.split('\n').length).toBeLessThanOrEqual(60);
  expect(guide).toContain('Bearer test-key`');
});

test('tools take POST alone, whose response is JSON in every version', async () => {
  const { origin } = await openServer();
  const send = (method: string, body?: string) =>
    fetch(`${origin}/mcp`, { method, headers: callHeaders, ...(body !== undefined && { body }) });

  const listed = await send('POST', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  expect(await listed.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  const others = await Promise.all(['GET', 'DELETE', 'OPTIONS'].map((method) => send(method)));
  expect(others.map(({ status }) => status)).toEqual([405, 405, 405]);
});

/** Starts the command, with its own input and output. */
function startCommand(...flags: readonly string[]) {
  const args = [command, 'mcp', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  return child;
}

test('the command answers its input with nothing but the protocol, and ends as --fail-on says', async () => {
  const port = await findStablePort();
  const child = startCommand('--port', `${port}`, '--fail-on', 'violation');
  const { stdin, stdout } = child;
  const ended = once(child, 'exit');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const info = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const requests = [
    { id: 1, method: 'initialize', params: info },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'add_pet', arguments: pet } },
    { id: 3, method: 'tools/call', params: { name: 'list_pets', arguments: {} } },
  ];
  for (const one of requests) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`);
  }
  const answers = [await lines.next(), await lines.next(), await lines.next()];
  await fetch(`http://127.0.0.1:${port}/v1/pets`);
  stdin.end();

  expect(answers.map(({ value }) => JSON.parse(value).id).sort()).toEqual([1, 2, 3]);
  expect(await lines.next()).toMatchObject({ done: true });
  expect(await ended).toEqual([1, null]);
});

test('the command ends when its client no longer reads', async () => {
  const child = startCommand('--port', '0');
  child.stdout.destroy();
  child.stdin.write(
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
  );

  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the command joins with the token of its variable', async () => {
  const { url } = await openServer({ adminToken: 'secret' });
  vi.stubEnv('ANIMAL_STORE_ADMIN_TOKEN', 'other');

  await expect(mcpCommand.run({ url }, [])).rejects.toThrow('The admin token is incorrect.');
});

test('the command says that no simulator is running at its URL', async () => {
  const joining = mcpCommand.run({ url: 'http://127.0.0.1:1' }, []);

  await expect(joining).rejects.toThrow(/^No simulator responded at http/);
});
