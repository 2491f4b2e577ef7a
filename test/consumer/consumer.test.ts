import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { consumers, getCommittedFile, writeContract } from './contract.js';
import { interactions } from './interactions.js';

describe.each([
  { consumer: consumers.client, members: interactions.filter(({ row }) => !row.isRaw) },
  { consumer: consumers.rawClient, members: interactions.filter(({ row }) => row.isRaw) },
])('the contract of $consumer', ({ consumer, members }) => {
  const { folder, text, file } = writeContract(consumer, members);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has each row once', () => {
    const { interactions: written } = JSON.parse(text);
    const descriptions = written.map((one: { description: string }) => one.description);
    expect(descriptions.sort()).toEqual(members.map(({ row }) => row.requirement).sort());
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });

  test('contains no URL, path or date of this machine', () => {
    expect(text).not.toMatch(
      /localhost|127\.0\.0\.1|https?:|20\d\d-\d\d|\/(tmp|home|work|Users)\//,
    );
  });

  test('equals the committed file', () => {
    const committed = getCommittedFile(consumer);
    if (process.env.UPDATE_CONTRACTS === '1') {
      copyFileSync(file, committed);
    }
    const isCommitted = readFileSync(committed, 'utf8') === text;
    expect(isCommitted, `${committed} is out of date: run npm run contracts`).toBe(true);
  });
});
