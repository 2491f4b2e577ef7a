import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { AnimalStoreError, createClient } from './client.js';
import { Contract, consumers } from './contract.js';
import type { Interaction } from './interaction.js';
import { createPet } from './interactions/create-pet.js';
import { getPet } from './interactions/get-pet.js';
import { listPets } from './interactions/list-pets.js';
import { rawBodies } from './interactions/raw-bodies.js';
import { rejectedBodies } from './interactions/rejected-bodies.js';
import { rejectedKeys } from './interactions/rejected-keys.js';

// All in this one file: test files that run in parallel lose each other's interactions.
const parts = [
  {
    contract: new Contract(consumers.client),
    groups: { listPets, createPet, rejectedBodies, getPet, rejectedKeys },
  },
  { contract: new Contract(consumers.rawClient), groups: { rawBodies } },
];

const failed: string[] = [];

afterEach(({ task }) => {
  if (task.result?.state === 'fail') {
    failed.push(task.name);
  }
});
afterAll(() => {
  for (const { contract } of parts) {
    rmSync(contract.folder, { recursive: true, force: true });
  }
});

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

for (const { contract, groups } of parts) {
  for (const [group, members] of Object.entries<readonly Interaction[]>(groups)) {
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
}

describe.each(parts)('the contract of $contract.consumer', ({ contract, groups }) => {
  const read = () => readFileSync(contract.file, 'utf8');

  test('has each interaction once', () => {
    const { interactions: written } = JSON.parse(read());
    const descriptions = written.map((one: { description: string }) => one.description);
    const interactions = Object.values<readonly Interaction[]>(groups).flat();
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
    expect(failed, 'all tests of this file must pass').toEqual([]);
    if (process.env.UPDATE_CONTRACTS === '1') {
      copyFileSync(contract.file, contract.committedFile);
    }
    const isCommitted = readFileSync(contract.committedFile, 'utf8') === read();
    expect(isCommitted, `${contract.committedFile} is out of date: run npm run contracts`).toBe(
      true,
    );
  });
});
