import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { openFolder, runNode, runProgram } from '../../package/packed.js';

/** The last versions of the generators that run on Node.js 20, and what their clients need. */
const packages =
  'openapi-typescript@7 openapi-fetch@0.17 orval@7 msw@2 @faker-js/faker@10 typescript@5.9 tsx@4 @types/node@20';

const generate = `
import { generate } from 'orval';

const output = { target: 'orval.ts', client: 'fetch', baseUrl: process.argv[2], mock: true };
await generate({ input: 'openapi.json', output });
`;

/** The clients print the same. */
const programs = {
  'use-openapi-fetch.ts': `
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.js';

const connect = (key: string) =>
  createClient<paths>({ baseUrl: process.argv[2] ?? '', headers: { Authorization: 'Bearer ' + key } });
const [client, stranger] = [connect('test-key'), connect('another-key')];
const body: components['schemas']['NewPet'] = { name: 'Rex', categoryId: 1 };
// @ts-expect-error
export const noPet: components['schemas']['Pet'] = body;
const at = (petId = 0) => ({ params: { path: { petId } } });

const sold = await client.GET('/pets', { params: { query: { limit: 2, status: 'sold' } } });
const created = await client.POST('/pets', { body });
const found = await client.GET('/pets/{petId}', at(created.data?.id));
const errors: { error?: components['schemas']['Error'] }[] = [
  await client.POST('/pets', { body: { name: 'Rex' } as typeof body }),
  await client.GET('/pets/{petId}', at(7000)),
  await stranger.GET('/pets'),
  await stranger.POST('/pets', { body }),
  await stranger.GET('/pets/{petId}', at(1)),
];
const statuses = errors.map(({ error }) => error?.status);
console.log(JSON.stringify([sold.data?.map(({ status }) => status), found.data?.name, statuses]));
`,
  'use-orval.ts': `
import { createPet, getCreatePetResponseMock, getPet, listPets, type NewPet, type Pet } from './orval.js';

const use = (key: string) => ({ headers: { Authorization: 'Bearer ' + key } });
const [client, stranger] = [use('test-key'), use('another-key')];
const body: NewPet = { ...getCreatePetResponseMock(), name: 'Rex' };
// @ts-expect-error
export const noPet: Pet = body;

const sold = await listPets({ limit: 2, status: 'sold' }, client);
const created = await createPet(body, client);
const found = await getPet(created.status === 201 ? created.data.id : 0, client);
const errors = [
  await createPet({ name: 'Rex' } as NewPet, client),
  await getPet(7000, client),
  await listPets({}, stranger),
  await createPet(body, stranger),
  await getPet(1, stranger),
];
const statuses = errors.map(({ data }) => 'code' in data && data.status);
const listed = sold.status === 200 && sold.data.map(({ status }) => status);
console.log(JSON.stringify([listed, found.status === 200 && found.data.name, statuses]));
`,
};

const simulator = await startSimulator({ clock: '2030-01-01' });
const folder = await openFolder();
afterAll(() => Promise.all([folder.remove(), simulator.close()]));

async function succeed(running: ReturnType<typeof runNode>): Promise<string> {
  const { code, stdout, stderr } = await running;
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}
const runTool = (path: string, ...args: readonly string[]) =>
  succeed(runNode(folder.path, [join('node_modules', path), ...args]));

const spec = await (await fetch(new URL('/openapi.json', simulator.url))).text();
const files = {
  'package.json': '{"type":"module"}',
  'openapi.json': spec,
  'generate.js': generate,
};
for (const [name, text] of Object.entries({ ...files, ...programs })) {
  await writeFile(join(folder.path, name), text);
}
const flags = ['--no-audit', '--no-fund', '--ignore-scripts', ...packages.split(' ')];
await succeed(runProgram(folder.path, 'npm', ['install', ...flags]));
await runTool('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'openapi.ts');
await succeed(runNode(folder.path, ['generate.js', simulator.url]));

test('the types of generated clients fit their use', async () => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const stdout = await runTool('typescript/bin/tsc', ...options, ...Object.keys(programs));

  expect(stdout).toBe('');
});

test.for(Object.keys(programs))('%s gets pets and each error', async (name) => {
  const stdout = await runTool('tsx/dist/cli.mjs', name, simulator.url);

  expect(JSON.parse(stdout)).toEqual([['sold', 'sold'], 'Rex', [400, 404, 401, 401, 401]]);
});
