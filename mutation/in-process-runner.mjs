/**
 * A test runner for Stryker that keeps tests and sources loaded, so a mutant costs its tests alone.
 * Stryker's own runner for Vitest starts a worker for each mutant, which takes several times as long.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { startTests } from '@vitest/runner';
import fc from 'fast-check';

const baseConfig = {
  setupFiles: [],
  name: undefined,
  passWithNoTests: true,
  // Each of these runs without the network too, or counts what a thinned file finds.
  testNamePattern:
    /^(?!.*( \((http|connect|startSimulator)\)| over HTTP| legal providers( fail)?)$)/,
  allowOnly: false,
  sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  strictTags: false,
};
/** The same mutants are in each sample of this size. */
function isInSample(file, { start, end }, replacement, sample) {
  const place = [start.line, start.column, end.line, end.column];
  const hash = createHash('sha1').update(`${file} ${place} ${replacement}`).digest();
  return hash.readUInt32BE() < sample * 2 ** 32;
}

/** The path from the root of the project, or of Stryker's copy. */
const toSource = (fileName) => fileName.slice(fileName.lastIndexOf('/src/') + 1);

const idOf = (test) => `${test.file.name}#${test.id}`;

function toResult(test) {
  const { state, duration = 0, errors } = test.result;
  const result = { id: idOf(test), name: test.fullTestName, timeSpentMs: duration };
  return state === 'fail'
    ? { ...result, status: TestStatus.Failed, failureMessage: errors?.[0]?.message ?? 'failed' }
    : { ...result, status: TestStatus.Success };
}

class InProcessRunner {
  static inject = ['options'];
  #stryker;
  #settings;
  #config;
  #imports = 0;
  #runs = 0;
  /** Errors outside of tests, which fail them too. */
  #errors = [];
  /** How many mutants of a source file each test file killed: the best ones go first. */
  #kills = new Map();
  #isPoisoned = false;

  constructor({ inProcess }) {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
    this.#stryker = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE];
    this.#settings = inProcess;
    // In Stryker's copy of the project.
    this.#config = { ...baseConfig, root: process.cwd() };
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  init() {
    process.env.NO_COLOR = '1';
    // Vitest's fake timers, stubs of variables and `inject` read it.
    globalThis.__vitest_worker__ = { config: {}, metaEnv: process.env, providedContext: {} };
    fc.configureGlobal({ seed: 1, interruptAfterTimeLimit: 400 });
    process.on('unhandledRejection', (error) => this.#errors.push(error));
    process.on('uncaughtException', (error) => this.#errors.push(error));
  }

  async dryRun() {
    const tests = [];
    for (const file of this.#settings.tests) {
      const results = await this.#runFile(file, undefined);
      const failed = results.find(({ status }) => status === TestStatus.Failed);
      if (failed === undefined) {
        tests.push(...results);
      } else {
        // Some start the built command, which is not here; a single test must not end the run.
        const result = { excluded: file, reason: failed.failureMessage };
        appendFileSync(this.#settings.results, `${JSON.stringify(result)}\n`);
      }
    }
    const { mutantCoverage } = this.#stryker;
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter = [], hitLimit, mutantActivation }) {
    const { id, fileName, location, replacement } = activeMutant;
    const source = toSource(fileName);
    if (!isInSample(source, location, replacement, this.#settings.sample)) {
      return { status: MutantRunStatus.Error, errorMessage: 'not in the sample' };
    }
    if (this.#isPoisoned) {
      throw new Error('The last mutant left something behind: a new process must run this one.');
    }
    this.#runs += 1;
    const mutant = { id, hitLimit, isStatic: mutantActivation === 'static' };
    const tests = [];
    for (const [file, ids] of this.#groupByFile(testFilter, source)) {
      tests.push(...(await this.#runFile(file, ids, mutant)));
      const failed = tests.find(({ status }) => status === TestStatus.Failed);
      if (failed !== undefined) {
        this.#countKill(source, file);
        await this.#findPoison(file, failed);
        break;
      }
    }
    const reached = determineHitLimitReached(this.#stryker.hitCount, hitLimit);
    return toMutantRunResult(reached ?? { status: DryRunStatus.Complete, tests });
  }

  #groupByFile(testFilter, source) {
    const groups = new Map();
    for (const id of testFilter) {
      const [file, testId] = id.split('#');
      groups.set(file, [...(groups.get(file) ?? []), testId]);
    }
    const kills = this.#kills.get(source);
    return [...groups].sort(([a], [b]) => (kills?.get(b) ?? 0) - (kills?.get(a) ?? 0));
  }

  #countKill(source, file) {
    const kills = this.#kills.get(source) ?? new Map();
    this.#kills.set(source, kills.set(file, (kills.get(file) ?? 0) + 1));
  }

  /** What a mutant leaves in a variable of a module would kill the next mutants. */
  async #findPoison(file, failed) {
    const { hitCount } = this.#stryker;
    const results = await this.#runFile(file, [failed.id.split('#')[1]]);
    this.#isPoisoned = results.some(({ status }) => status === TestStatus.Failed);
    this.#stryker.hitCount = hitCount;
    if (this.#isPoisoned && this.#runs > 1) {
      throw new Error('This mutant, or one before it, left something behind: run it alone.');
    }
  }

  /** Runs tests of a file: with a mutant, until one fails; without, to measure their coverage. */
  async #runFile(file, testIds, mutant) {
    const stryker = this.#stryker;
    this.#errors = [];
    let hasFailed = false;
    const tests = [];
    const runner = {
      config: { ...this.#config, maxConcurrency: mutant === undefined ? 1 : 8 },
      importFile: async (path) => {
        this.#imports += 1;
        const url = pathToFileURL(path.replace(/\.ts$/, '.js'));
        // Modules are loaded without the mutant, unless it is static.
        stryker.activeMutant = mutant?.isStatic ? mutant.id : undefined;
        await import(`${url}?run=${this.#imports}`);
        stryker.activeMutant = mutant?.id;
        Object.assign(stryker, { hitCount: mutant && 0, hitLimit: mutant?.hitLimit });
      },
      onBeforeRunTask: (test) => {
        if (hasFailed) {
          test.mode = 'skip';
        } else if (mutant === undefined) {
          stryker.currentTestId = idOf(test);
        }
      },
      onAfterRunTask: (test) => {
        stryker.currentTestId = undefined;
        if (test.result.state !== 'skip') {
          tests.push(test);
          hasFailed ||= mutant !== undefined && test.result.state === 'fail';
        }
      },
    };
    const [ran] = await startTests([{ filepath: join(this.#config.root, file), testIds }], runner);
    const results = tests.map(toResult);
    const error = this.#errors[0] ?? ran.result?.errors?.[0];
    if (error !== undefined) {
      const failureMessage = `${error?.message ?? error}`;
      const outside = { id: `${file}#outside`, name: file, timeSpentMs: 0 };
      results.push({ ...outside, status: TestStatus.Failed, failureMessage });
    }
    return results;
  }
}

/** Writes each result at once, so an interrupted run is of use too. */
class LinesReporter {
  static inject = ['options'];
  #settings;

  constructor({ inProcess }) {
    this.#settings = inProcess;
    writeFileSync(inProcess.results, '');
  }

  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    // In reports, lines and columns begin at 1.
    const toZeroBased = ({ line, column }) => ({ line: line - 1, column: column - 1 });
    const [start, end] = [toZeroBased(location.start), toZeroBased(location.end)];
    const file = toSource(fileName);
    const { sample, results } = this.#settings;
    if (!isInSample(file, { start, end }, replacement, sample)) {
      return;
    }
    const lines = readFileSync(relative('.', fileName), 'utf8')
      .split('\n')
      .slice(start.line, end.line + 1);
    lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
    const original = lines.join('\n').slice(start.column);
    const result = { file, line: location.start.line, mutatorName, original, replacement, status };
    appendFileSync(results, `${JSON.stringify(result)}\n`);
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, 'lines', LinesReporter),
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
