import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { AnimalStoreError, createClient } from './client.js';
import { Contract, committedFile } from './contract.js';
import type { Interaction } from './interaction.js';
import { createPet } from './interactions/create-pet.js';
import { getPet } from './interactions/get-pet.js';
import { listPets } from './interactions/list-pets.js';
import { rejectedBodies } from './interactions/rejected-bodies.js';
import { rejectedKeys } from './interactions/rejected-keys.js';

// All in this one file: test files that run in parallel lose each other's interactions.
const groups = { listPets, createPet, rejectedBodies, getPet, rejectedKeys };
const interactions = Object.values(groups).flat();

const contract = new Contract();
let passed = 0;

afterEach(({ task }) => {
  passed += task.result?.state === 'fail' ? 0 : 1;
});
afterAll(() => rmSync(contract.folder, { recursive: true, force: true }));

/** The client returns the example, or throws an error with its fields. */
async function sendWithClient({ authorization, call, body, status }: Interaction, url: string) {
  const { value } = authorization;
  const client = createClient({
    baseUrl: url,
    authorization: typeof value === 'object' ? value.example : value,
  });
  const answer = call?.(client);
  if (status < 400) {
    expect(await answer).toEqual(body.example);
  } else {
    await expect(answer).rejects.toBeInstanceOf(AnimalStoreError);
    await expect(answer).rejects.toMatchObject({ code: 'example', status });
  }
}

for (const [group, members] of Object.entries(groups)) {
  describe(group, () => {
    for (const interaction of members) {
      test(interaction.description, async () => {
        if (interaction.call === undefined) {
          contract.addUnsent(interaction);
        } else {
          await contract.addSent(interaction, (url) => sendWithClient(interaction, url));
        }
      });
    }
  });
}

describe('the contract', () => {
  const read = () => readFileSync(contract.file, 'utf8');
  const checks = 2;

  test('has each interaction once', () => {
    const { interactions: written } = JSON.parse(read());
    const descriptions = written.map((one: { description: string }) => one.description);
    const expected = new Set(interactions.map(({ description }) => description));
    expect(expected.size).toBe(interactions.length);
    expect(descriptions.sort()).toEqual([...expected].sort());
  });

  test('contains no URL, path or date of this machine', () => {
    expect(read()).not.toMatch(
      /localhost|127\.0\.0\.1|https?:|20\d\d-\d\d|\/(tmp|home|work|Users)\//,
    );
  });

  test('equals the committed file', () => {
    // An interaction of a failed or skipped test is missing, and nothing else reports that.
    expect(passed, 'all tests of this file must pass').toBe(interactions.length + checks);
    if (process.env.UPDATE_CONTRACTS === '1') {
      copyFileSync(contract.file, committedFile);
    }
    const isCommitted = readFileSync(committedFile, 'utf8') === read();
    expect(isCommitted, `${committedFile} is out of date: run npm run contracts`).toBe(true);
  });
});
