import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChromium, root } from '../../package/packed.js';
import { noCurl } from '../../support/curl.js';
import { freePort } from '../../support/free-port.js';
import { noBrowser, type UnpackedChromium } from '../../support/open-chromium.js';
import { openProject, type Project, type RunnerOutcome, runRunner } from '../runners/project.js';
import { runPlaywright, runVitest } from '../runners/runs.js';

let project: Project;
let chromium: UnpackedChromium | undefined;

beforeAll(async () => {
  project = await openProject();
  chromium = noBrowser === undefined ? await readChromium() : undefined;
});

afterAll(async () => {
  await project.remove();
});

/** The contract of an example, in the repository or in another folder. */
const contractOf = (shop: string, folder = join(root, 'examples')) =>
  join(folder, shop, 'contracts', `${shop}-shop.json`);

/** Runs the tests of an example in its copy, without its contract, and compares what they record. */
async function expectRecorded(
  shop: string,
  runs: readonly (() => Promise<RunnerOutcome>)[],
): Promise<void> {
  await project.copyExample(shop);
  const recorded = contractOf(shop, project.path);
  await rm(recorded, { force: true });
  for (const { code, output } of await Promise.all(runs.map((run) => run()))) {
    expect(code, output).toBe(0);
  }
  const committed = contractOf(shop);
  if (process.env.UPDATE_CONTRACTS) {
    await mkdir(dirname(committed), { recursive: true });
    await copyFile(recorded, committed);
  }
  expect(await readFile(recorded, 'utf8')).toBe(await readFile(committed, 'utf8'));
}

describe('the Vitest shop records the contract that is committed', () => {
  const shuffle = (seed: number) => ['--sequence.shuffle', `--sequence.seed=${seed}`];

  test.for([1, 3])('in shuffled order, with at most %i workers', async (workers) => {
    const args = [`--maxWorkers=${workers}`, ...shuffle(workers)];

    await expectRecorded('vitest', [() => runVitest(project, 'vitest', args)]);
  });
});

describe('the Playwright shop records the contract that is committed', () => {
  const runShop = async (...args: readonly string[]) => {
    const environment = { PORT: String(await freePort()) };
    return runPlaywright(project, chromium as UnpackedChromium, 'playwright', environment, args);
  };

  test('with one worker', async ({ skip }) => {
    skip(noBrowser !== undefined, noBrowser);

    await expectRecorded('playwright', [() => runShop('--workers=1')]);
  });

  test('with two runs at once, of three workers in all', async ({ skip }) => {
    skip(noBrowser !== undefined, noBrowser);

    await expectRecorded('playwright', [
      () => runShop('--shard=2/2', '--workers=1', '--output=one'),
      () => runShop('--shard=1/2', '--workers=2', '--output=other'),
    ]);
  });
});

describe('the curl shop records the contract that is committed', () => {
  /** What `npm test` of the example runs, for some of its tests. */
  const runShop = async (...tests: readonly string[]) => {
    const { scripts } = JSON.parse(
      await readFile(join(root, 'examples/curl/package.json'), 'utf8'),
    );
    const [, ...words] = scripts.test.split(' ');
    const command = join(project.path, 'node_modules/animal-store-simulator/dist/main.cjs');
    return runRunner(join(project.path, 'curl'), [command, ...words, ...tests]);
  };

  test.for([
    ['in one run', [[]]],
    ['in three runs at once, in another order', [['misses', 'adds'], ['shows'], ['lists']]],
  ] as const)('%s', async ([, runs], { skip }) => {
    skip(noCurl !== undefined, noCurl);

    await expectRecorded(
      'curl',
      runs.map((tests) => () => runShop(...tests)),
    );
  });
});
