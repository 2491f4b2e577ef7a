/**
 * `npm run mutate -- ROOM [SAMPLE] [FILE...]`: changes the code of a room bit by bit, runs the tests that
 * reach each change, and lists the changes that no test notices. A sample of 0.5 tests half of them.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { printReport, resultsOf } from './report.mjs';

/** Tests that run in this process, cheap ones first. `thin` runs one of so many tests of a file. */
const selections = {
  engine: {
    folders: ['api', 'bad-input', 'document', 'summary', 'control', 'properties', 'seed'],
    without: [
      'control/connect',
      'control/events',
      'control/isolation',
      'control/routes',
      'control/streams',
      'control/snapshot',
      'properties/bodies',
      // It counts what its runs reach, and this runner ends them early.
      'properties/exports',
      // They make fixtures, and wait for files.
      'seed/fixtures',
      'seed/generating',
      'seed/own-fixture',
      'seed/same-seed',
      'seed/watching',
    ],
    last: [],
    thin: {},
  },
  verification: {
    folders: ['verification', 'verification/consumers', 'providers'],
    without: [
      'providers/catalogue-over-http',
      'providers/provider',
      'verification/checks-lag',
      // Its fake timers never end in this runner.
      'verification/concurrency',
      'verification/profiles',
      'verification/quotes',
    ],
    last: [],
    thin: {},
  },
};

const [room = 'engine', sample = '1', ...files] = process.argv.slice(2);
const { folders, without, last, thin } = selections[room.split('/')[0]];
const isOneOf = (names, path) => names.some((name) => path === `test/${name}.test.ts`);
const tests = folders
  .flatMap((folder) => readdirSync(`test/${folder}`).map((file) => `test/${folder}/${file}`))
  .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.slow.test.ts'))
  .filter((path) => !isOneOf(without, path))
  .sort((a, b) => Number(isOneOf(last, a)) - Number(isOneOf(last, b)));

mkdirSync('mutation/.results', { recursive: true });
await new Stryker({
  mutate: files.length > 0 ? files : [`src/${room}/**/*.ts`, '!src/**/generated/**'],
  ignorePatterns: ['dist', 'mutation'],
  buildCommand:
    'esbuild ./bench/**/*.ts ./scripts/**/*.ts ./src/**/*.ts ./test/**/*.ts --outdir=. --outbase=. ' +
    '--target=node20.19 --log-level=error',
  testRunner: 'in-process',
  plugins: [resolve('mutation/in-process-runner.mjs')],
  inProcess: { tests, thin, sample: Number(sample), results: resolve(resultsOf(room)) },
  coverageAnalysis: 'perTest',
  // A static mutant changes what runs once, at import: each needs a process of its own and all tests.
  ignoreStatic: true,
  concurrency: 1,
  maxTestRunnerReuse: 300,
  timeoutMS: 10_000,
  timeoutFactor: 1.5,
  reporters: ['progress-append-only', 'lines'],
  allowConsoleColors: false,
}).runMutationTest();
printReport(room);
