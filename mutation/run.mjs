/**
 * `npm run mutate -- ROOM [SAMPLE] [FILE...]`: changes the code of a room bit by bit, runs the tests that
 * reach each change, and lists the changes that no test notices. A sample of 0.5 tests half of them.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { printReport, resultsOf } from './report.mjs';

/** The folders with tests that run in this process, cheap ones first, for rooms that have their own. */
const folders = {
  console: ['unit/console'],
  learn: ['learn'],
  matrix: ['unit/matrix'],
  store: ['unit/store'],
  verify: ['verify'],
};
/** The folders for all other rooms. */
const others = [
  'unit',
  'behaviour',
  'integration/runners',
  'integration/peers',
  'integration/server',
];
/** Fake timers never end in this runner, and it ends runs that count what they reach early. */
const without = [
  'integration/server/health',
  'unit/engine/bodies',
  'verify/checks-lag',
  'verify/client',
];

const [room = 'engine', sample = '1', ...files] = process.argv.slice(2);
const tests = (folders[room.split('/')[0]] ?? others)
  .map((folder) => `test/${folder}`)
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.slow.test.ts'))
  .filter((path) => !without.some((name) => path === `test/${name}.test.ts`));

mkdirSync('mutation/.results', { recursive: true });
await new Stryker({
  mutate: files.length > 0 ? files : [`src/${room}${room.endsWith('.ts') ? '' : '/**/*.ts'}`],
  ignorePatterns: ['dist', 'mutation'],
  buildCommand:
    `${resolve('mutation/node_modules/.bin/esbuild')} ./scripts/*.ts ./bench/*.ts ./src/**/*.ts ` +
    './test/**/*.ts --outdir=. --outbase=. --target=node20.19 --log-level=error',
  testRunner: 'in-process',
  plugins: [resolve('mutation/in-process-runner.mjs')],
  inProcess: { tests, sample: Number(sample), results: resolve(resultsOf(room)) },
  coverageAnalysis: 'perTest',
  // A static mutant changes what runs once, at import: each needs a process of its own and all tests.
  ignoreStatic: true,
  concurrency: 1,
  maxTestRunnerReuse: 300,
  timeoutMS: 10_000,
  // As long as it takes on a busy machine.
  dryRunTimeoutMinutes: 60,
  timeoutFactor: 1.5,
  reporters: ['progress-append-only', 'lines'],
  allowConsoleColors: false,
}).runMutationTest();
printReport(room);
