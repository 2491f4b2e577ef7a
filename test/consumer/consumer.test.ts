import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { afterAll, describe, expect, test } from 'vitest';
import { consumers, getCommittedFile, listInteractions, writeContract } from './contract.js';

/** The interactions of a contract, in a comparable order. Integers are texts, as numbers lose digits. */
function parseInteractions(text: string): { description: string }[] {
  const exact = text.replace(/(?<=: ?)-?\d{16,}(?=[,\s}\]])/g, '"$&"');
  return JSON.parse(exact).interactions.sort(
    (one: { description: string }, other: { description: string }) =>
      one.description < other.description ? -1 : 1,
  );
}

describe.each(Object.values(consumers))('the contract of %s', (consumer) => {
  const { folder, text, file } = writeContract(consumer);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has the interactions that recorded contracts have', () => {
    const interactions = listInteractions(consumer);
    expect(parseInteractions(text)).toEqual(
      parseInteractions(stringify({ interactions }, null, 2) as string),
    );
    expect(new Set(interactions.map(({ description }) => description)).size).toBe(
      interactions.length,
    );
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
