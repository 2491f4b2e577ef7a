import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openProject, runVitest } from './project.js';

const project = await openProject();
afterAll(() => project.remove());

/** Writes `a.test.ts` and `b.test.ts`, alike. */
async function writeTests(folder: string, text: string): Promise<void> {
  for (const name of ['a', 'b']) {
    await project.write(
      `${folder}/${name}.test.ts`,
      `import { expect, test } from 'animal-store-simulator/vitest';\n${text}`,
    );
  }
}

const isolated = `for (let number = 1; number <= 20; number += 1) {
      test.concurrent('test ' + number, async ({ sandbox }) => {
        const before = (await sandbox.pets.list()).length;
        const pet = { name: 'Pet ' + number, categoryId: number };
        await fetch(sandbox.url + '/pets', {
          method: 'POST',
          headers: { Authorization: 'Bearer ' + sandbox.apiKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(pet),
        });
        const pets = await sandbox.pets.list();
        expect(pets).toHaveLength(before + 1);
        expect(pets.at(-1)?.name).toBe(pet.name);
        expect(await sandbox.requests()).toMatchObject([{ json: pet }]);
      });
    }`;

const withOptions = `const empty = test.extend({ sandboxOptions: { fixture: 'empty', profile: 'hostile' } });
    empty('is empty', async ({ sandbox }) => {
      expect(await sandbox.pets.list()).toEqual([]);
      expect((await sandbox.settings.read()).choices['id-scheme']).toBe('large');
    });
    empty.describe('in a group', () => {
      empty.override({ sandboxOptions: { pets: 3 } });
      empty('has three', async ({ sandbox }) => {
        expect(await sandbox.pets.list()).toHaveLength(3);
      });
    });`;

/** Each test file appends the origin of its simulator to the file `origins`. */
const appendOrigin = `
import { appendFileSync } from 'node:fs';
test('responds', async ({ animalStore, sandbox }) => {
  appendFileSync('origins', animalStore.origin + '\\n');
  const headers = { Authorization: 'Bearer ' + animalStore.apiKey };
  expect((await fetch(sandbox.url + '/pets', { headers })).status).toBe(200);
});
`;

async function readOrigins(folder: string): Promise<string[]> {
  const text = await readFile(join(project.path, folder, 'origins'), 'utf8');
  return text.trim().split('\n');
}

// Each pool is used once in these two.
test.for(['forks', 'vmThreads'])(
  'global setup: the workers of pool %s share one simulator, which is closed at the end',
  async (pool) => {
    const folder = `global-${pool}`;
    await project.write(
      `${folder}/vitest.config.ts`,
      "export default { test: { globalSetup: 'animal-store-simulator/vitest/global-setup' } };",
    );
    await writeTests(folder, appendOrigin + isolated + withOptions);

    const { code, output } = await runVitest(project, folder, [`--pool=${pool}`]);

    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests +46 passed \(46\)/);
    const [one, other] = await readOrigins(folder);
    expect(other).toBe(one);
    await expect(fetch(`${one}/health`)).rejects.toThrow();
  },
);

test.for(['threads', 'vmForks'])(
  'no global setup: each worker of pool %s has a simulator until its end; all add to one contract',
  async (pool) => {
    const folder = `own-${pool}`;
    await writeTests(folder, appendOrigin);
    await project.write(
      `${folder}/recorded.ts`,
      `import { type SimulatorOptions, test } from 'animal-store-simulator/vitest';
      const recorded = test.extend<{ animalStoreOptions: SimulatorOptions }>({
        animalStoreOptions: { pact: 'contracts/shop.json', consumer: 'shop' },
      });
      export const testRequest = (query: string) => recorded(query, async ({ sandbox }) => {
        await fetch(sandbox.url + '/pets' + query, {
          headers: { Authorization: 'Bearer ' + sandbox.apiKey },
        });
      });`,
    );
    const queries = ['', '?limit=5', '?status=sold', '?limit=0'];
    for (const [index, query] of queries.entries()) {
      await project.write(
        `${folder}/${index}.test.ts`,
        `import { testRequest } from './recorded.js';\ntestRequest('${query}');`,
      );
    }

    const { code, output } = await runVitest(project, folder, [`--pool=${pool}`]);

    expect(code, output).toBe(0);
    const origins = await readOrigins(folder);
    expect(new Set(origins).size).toBe(2);
    for (const origin of origins) {
      await expect(fetch(`${origin}/health`)).rejects.toThrow();
    }
    const text = await readFile(join(project.path, folder, 'contracts/shop.json'), 'utf8');
    const { interactions } = JSON.parse(text);
    expect(interactions.map(({ request }: { request: object }) => request)).toMatchObject([
      { path: '/pets', query: { limit: ['5'] } },
      { path: '/pets' },
      { path: '/pets', query: { status: ['sold'] } },
    ]);
    expect(output).toContain('Requests that are not in the contract:');
    expect(output).toContain('GET /v1/pets?limit=0');
    expect(output).not.toContain('did not occur in this run');
  },
);
