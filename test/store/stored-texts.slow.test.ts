import { Redis } from 'iovalkey';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningSimulator } from '../../src/index.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

async function open() {
  const store = redis().takeDatabase();
  const [first, second] = (await openReplicas({ store })) as [RunningSimulator, RunningSimulator];
  const client = new Redis(store);
  onTestFinished(() => client.disconnect());
  return { first, second, client };
}

async function list({ url, apiKey }: RunningSimulator, sandbox = 'box') {
  const response = await fetch(`${url}/pets`, {
    headers: { Authorization: `Bearer ${apiKey}.${sandbox}` },
  });
  return `${response.status} ${await response.text()}`;
}

test('restores pets whose further fields have line breaks, for every simulator', async () => {
  const { first, second } = await open();
  const box = first.sandbox('box');
  const { pets, ...state } = await box.snapshot();
  const extra = '{\n  "tag": "good\\nboy",\r\n  "age": 3\n}';

  await box.restore({ ...state, pets: pets.map((pet) => ({ ...pet, extra })) });

  const listed = await list(second);
  expect(JSON.parse(listed.slice(4))[0]).toMatchObject({ tag: 'good\nboy', age: 3 });
  expect((await second.sandbox('box').snapshot()).pets[0]).toMatchObject({ extra });
});

const brokenEntries = [
  'text',
  'null',
  '7',
  '{}',
  '{"time":1,"changes":7}',
  '{"time":1,"exchange":{}}',
];

test.for(brokenEntries)('says that a sandbox is broken when its log has %s', async (entry) => {
  const { first, second, client } = await open();
  expect(await list(first)).toMatch(/^200/);

  await client.xadd('animal-store:2:{box}:log', '2-1', 'e', `${entry}\n`);
  await client.hset('animal-store:2:{box}:meta', 'head', '2-1');

  for (const simulator of [first, second]) {
    expect(await list(simulator)).toMatch(/^501 .*only parts of the sandbox box; delete that/);
  }
  await first.sandbox('box').drop();
  expect(await list(second)).toMatch(/^200/);
});

test.for(['text', 'null', '7', '{}', '{"origin":{}}'])(
  'says that a sandbox is broken when its checkpoint is %s',
  async (checkpoint) => {
    const { first, second, client } = await open();
    await list(first);

    await client.set('animal-store:2:{box}:checkpoint', `${checkpoint}\n`);

    expect(await list(second)).toMatch(/^501 .*only parts of the sandbox box; delete that/);
  },
);

test('ignores the sandboxes of simulators with another format', async () => {
  const { first, second, client } = await open();
  await client.hset('animal-store:1:{box}:meta', { head: '7-1', checkpoint: '0' });
  await client.set('animal-store:1:{box}:checkpoint', '{}');

  expect(await list(first)).toMatch(/^200/);
  expect(await list(second)).toMatch(/^200/);
  expect(await client.hget('animal-store:1:{box}:meta', 'head')).toBe('7-1');
});

test('lists the other sandboxes when somebody else wrote to one', async () => {
  const { first, client } = await open();
  const broken = ['null', '7', '{}', '[]', '["many",1,0,null]', '[1,1,0,7]', 'text'];
  for (const name of [...broken.keys(), 'list', 'sound']) {
    await list(first, `${name}`);
  }
  for (const [name, info] of broken.entries()) {
    await client.hset(`animal-store:2:{${name}}:meta`, 'info', info);
  }
  await client.del('animal-store:2:{list}:meta');
  await client.lpush('animal-store:2:{list}:meta', 'text');

  const names = (await first.sandboxes()).map(({ name }) => name);

  expect(names).toEqual(['default', 'sound']);
});
