import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Consumer, consumers, readContract } from './consumers/consumers.js';
import { openWorkplace } from './consumers/workplace.js';
import { runAnimalStore } from './run-program.js';

const own = consumers.filter(
  ({ name, missing }) => !name.endsWith('-shop') && missing === undefined,
);
let workplace: Awaited<ReturnType<typeof openWorkplace>>;

beforeAll(async () => {
  workplace = await openWorkplace(own);
});

afterAll(() => workplace.remove());

/** Records the contract of a consumer, with derived needs. */
async function record(consumer: Consumer, command: readonly string[]): Promise<string> {
  const folder = workplace.folderOf(consumer);
  await rm(join(folder, 'contract.json'), { force: true });
  const flags = ['--pact', 'contract.json', '--consumer', consumer.name, '--needs', 'auto'];
  const { code, stdout, stderr } = await runAnimalStore(folder, [
    'exec',
    ...flags,
    '--',
    ...command,
  ]);
  expect(code, stdout + stderr).toBe(0);
  return readFile(join(folder, 'contract.json'), 'utf8');
}

test.for(own)(
  '$name: tests in another order record the contract that is committed',
  async (one) => {
    expect(await record(one, one.reordered)).toBe(readContract(one));
  },
);
