import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { AnimalStoreError, createClient } from './client.js';
import { Contract, consumers } from './contract.js';
import { type Interaction, interactions } from './interactions.js';

// All in this one file: test files that run in parallel lose each other's interactions.
const parts = [
  {
    contract: new Contract(consumers.client),
    members: interactions.filter(({ row }) => !row.isRaw),
  },
  {
    contract: new Contract(consumers.rawClient),
    members: interactions.filter(({ row }) => row.isRaw),
  },
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
async function sendWithClient({ row, authorization, call, response }: Interaction, url: string) {
  const client = createClient({
    baseUrl: url,
    authorization: typeof authorization === 'object' ? authorization.example : authorization,
  });
  const answer = call?.(client);
  if (row.status < 400) {
    expect(await answer).toEqual(response.example);
  } else {
    await expect(answer).rejects.toBeInstanceOf(AnimalStoreError);
    await expect(answer).rejects.toMatchObject({ code: 'example', status: row.status });
  }
}

for (const { contract, members } of parts) {
  for (const interaction of members) {
    test(interaction.row.requirement, async () => {
      if (interaction.call === undefined) {
        contract.addUnsent(interaction);
      } else {
        await contract.addSent(interaction, (url) => sendWithClient(interaction, url));
      }
    });
  }
}

describe.each(parts)('the contract of $contract.consumer', ({ contract, members }) => {
  const read = () => readFileSync(contract.file, 'utf8');

  test('has each interaction once', () => {
    const { interactions: written } = JSON.parse(read());
    const descriptions = written.map((one: { description: string }) => one.description);
    const expected = new Set(members.map(({ row }) => row.requirement));
    expect(expected.size).toBe(members.length);
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
