import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { createFolder } from '../../support/files.js';

test('a simulator does not start with a contract that it cannot add to', async () => {
  const path = join(createFolder(), 'shop.json');
  await writeFile(path, '[]');
  await expect(startSimulator({ pact: path, consumer: 'shop' })).rejects.toThrow('Delete it');
});

test('a simulator writes the contract when it closes', async () => {
  const path = join(createFolder(), 'shop.json');
  const simulator = await startSimulator({ pact: path, consumer: 'shop', needs: { Pet: ['id'] } });
  const headers = { Authorization: `Bearer ${simulator.apiKey}` };
  await fetch(`${simulator.url}/pets?limit=1`, { headers });
  await simulator.close();
  const text = await readFile(path, 'utf8');
  expect(text).toContain('a page with limit 1 has at most 1 pet');
  expect((await simulator.pact()).text).toBe(text);
});
