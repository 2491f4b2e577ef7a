import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChromium } from '../../package/packed.js';
import { readText } from '../../package/readme/blocks.js';
import { noCurl } from '../../support/curl.js';
import { noBrowser } from '../../support/open-chromium.js';
import { openProject, type Project, runRunner } from '../runners/project.js';
import { preparePlaywright } from '../runners/runs.js';
import { shops } from './shops.js';
import { openVariant, type Part, variants } from './variants.js';
import { verifyPact } from './verify-pacts.js';

interface Consumer {
  /** The arguments of Node.js that run its tests. */
  readonly tests: readonly string[];
  /** Read from its code and tests, by hand. */
  readonly reads: readonly Part[];
  readonly missing?: string | undefined;
}

/** Runs a program that is not Node.js. */
const spawn =
  "process.exitCode = require('node:child_process').spawnSync('sh', ['test.sh'], { stdio: 'inherit' }).status";

const consumers: Readonly<Record<string, Consumer>> = {
  'curl-shop': {
    tests: ['-e', spawn],
    reads: ['Pet.id', 'Pet.name', 'Pet.status', 'some pets', 'member order'],
    missing: noCurl,
  },
  'playwright-shop': {
    tests: ['../node_modules/@playwright/test/cli.js', 'test', '--config=here.config.ts'],
    reads: ['Pet.name', 'Error.body', 'some pets', 'status filter', '400'],
    missing: noBrowser,
  },
  'vitest-shop': {
    tests: ['../node_modules/vitest/vitest.mjs', 'run', '--testTimeout=60000'],
    reads: ['Pet.status', 'some pets', 'status filter', '401'],
  },
};

const runnable = shops.flatMap(({ name, text }) => {
  const consumer = consumers[name] as Consumer;
  return consumer.missing === undefined
    ? [{ name, text, folder: name.replace('-shop', ''), ...consumer }]
    : [];
});
/** Variants by consumer: its contract refuses one that breaks its tests, or doesn't, or refuses one that breaks none. */
const counts = new Map(
  runnable.map(({ name }) => [name, { caught: 0, missed: 0, falseAlarms: 0 }]),
);
let project: Project;
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  project = await openProject();
  for (const { folder } of runnable) {
    await project.copyExample(folder);
    if (folder === 'playwright') {
      ({ environment } = await preparePlaywright(project, await readChromium(), folder));
    }
  }
});

afterAll(() => project.remove());

test.for(variants)('$name: breaks who reads it', async (variant) => {
  const provider = await openVariant(variant);
  const url = { ANIMAL_STORE_URL: provider.url, ANIMAL_STORE_API_KEY: provider.apiKey };
  const broken: string[] = [];
  // One after the other: a test that is too slow would seem to break.
  for (const { name, folder, tests } of runnable) {
    const run = await runRunner(join(project.path, folder), tests, { ...environment, ...url });
    broken.push(...(run.code === 0 ? [] : [name]));
  }
  const { results } = await verifyPact(
    provider,
    runnable.map(({ text }) => text),
  );

  for (const [name, count] of counts) {
    const isRefused = results.some((one) => one.consumer === name && one.outcome !== 'passed');
    if (broken.includes(name)) {
      count[isRefused ? 'caught' : 'missed'] += 1;
    } else {
      count.falseAlarms += isRefused ? 1 : 0;
    }
  }
  const readers = runnable.filter(({ reads }) =>
    reads.some((part) => variant.lacks?.includes(part)),
  );
  expect(broken).toEqual(readers.map(({ name }) => name));
});

test('the documentation has the figures', () => {
  const text = readText('docs/contracts.md');
  for (const [name, { caught, missed, falseAlarms }] of counts) {
    expect(text).toContain(`| ${name} | ${caught} | ${missed} | ${falseAlarms} |\n`);
  }
});
