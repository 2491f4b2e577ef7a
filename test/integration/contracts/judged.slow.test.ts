import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '../../package/readme/blocks.js';
import { runRunner } from '../runners/project.js';
import { type Consumer, consumers, readContract } from './consumers/consumers.js';
import { openVariant, variants } from './consumers/variants.js';
import { openWorkplace } from './consumers/workplace.js';
import { findFailed, verifyPact } from './verify-pacts.js';

const runnable = consumers.filter(({ missing }) => missing === undefined);
let workplace: Awaited<ReturnType<typeof openWorkplace>>;
/** Variants by consumer: its contract refuses one that breaks its tests, or doesn't, or refuses one that breaks none. */
const counts = new Map(
  runnable.map(({ name }) => [name, { caught: 0, missed: 0, falseAlarms: 0 }]),
);

beforeAll(async () => {
  workplace = await openWorkplace(runnable);
});

afterAll(() => workplace.remove());

/** Runs the tests of a consumer against a service; whether they pass. */
async function passes(consumer: Consumer, { url, apiKey }: { url: string; apiKey: string }) {
  const [program = '', ...args] = consumer.command;
  const all = program === 'node' ? args : ['-e', spawnScript, program, ...args];
  const { code } = await runRunner(workplace.folderOf(consumer), all, {
    ...workplace.environment,
    ANIMAL_STORE_URL: url,
    ANIMAL_STORE_API_KEY: apiKey,
  });
  return code === 0;
}

/** Runs a program that is not Node.js. */
const spawnScript =
  "process.exitCode = require('node:child_process').spawnSync(process.argv[1], process.argv.slice(2), { stdio: 'inherit' }).status";

test.for(variants)('$name: breaks who reads it', async (variant) => {
  const provider = await openVariant(variant);
  const broken: string[] = [];
  // One after the other: a test that is too slow would seem to break.
  for (const one of runnable) {
    broken.push(...((await passes(one, provider)) ? [] : [one.name]));
  }
  const { report } = await verifyPact(provider, runnable.map(readContract));
  const failed = findFailed(report);

  for (const [name, count] of counts) {
    const isRefused = failed.includes(name);
    if (broken.includes(name)) {
      count[isRefused ? 'caught' : 'missed'] += 1;
    } else {
      count.falseAlarms += isRefused ? 1 : 0;
    }
  }
  const readers = runnable.filter(({ reads }) =>
    reads.some((part) => variant.lacks?.includes(part)),
  );
  expect(broken.sort()).toEqual(readers.map(({ name }) => name).sort());
});

test('the documentation has the figures', () => {
  const text = readText('docs/contracts.md');
  for (const [name, { caught, missed, falseAlarms }] of counts) {
    expect(text).toContain(`| ${name} | ${caught} | ${missed} | ${falseAlarms} |\n`);
  }
});
