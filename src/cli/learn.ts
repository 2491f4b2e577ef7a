import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { stringify } from 'lossless-json';
import { formatCommands } from '../base/annotations.js';
import { prepareFile, saveFile } from '../base/files.js';
import { UsageError } from '../base/usage-error.js';
import { learn } from '../learn/learn.js';
import { compareWith, createConfig, formatDrift, formatLearned } from '../learn/report.js';
import { readConfig, resolveSimulatorOptions } from '../options/config-file.js';
import { defineOptions } from '../options/option.js';
import { booleanOption, filePath, wholeNumber } from '../options/readers.js';
import { verifyOptionTable } from '../options/verify-options.js';
import { CannotVerify } from '../verify/result.js';
import { type Command, readFlags } from './command.js';
import { exitCodes, prepareReport, reportFlags } from './reports.js';
import { abortOnSignals } from './signals.js';
import { reportMissingErrors } from './simulator-run.js';
import { readVerifyFlags } from './verify.js';

const { deadline, rereadAfter, maxPets, only, ...providerFlags } = verifyOptionTable;

const learnFlags = defineOptions('Files', {
  out: {
    flag: '--out <file>',
    help: 'config file that gets the choices',
    default: 'animal-store.json',
    ...filePath('a JSON file'),
  },
  check: {
    flag: '--check <file>',
    help: 'compare with a config file, and write none',
    ...filePath('a JSON file'),
  },
  pets: {
    flag: '--pets <count>',
    help: 'save this many of its pets as a fixture beside the file',
    default: 0,
    ...wholeNumber(0, 100),
  },
  anonymize: { flag: '--anonymize', help: 'replace the names in the fixture', ...booleanOption },
  verbose: { flag: '--verbose', help: 'show a shell command for each point', ...booleanOption },
});

const details = `
--url and --api-key can also be set as ANIMAL_STORE_URL and ANIMAL_STORE_API_KEY.

It sends at most 70 requests and creates at most 8 pets, whose names begin with "learn".
What it can't tell stays unset, with the reason. The other keys of the file stay.

Exit codes: 0 learned, or with --check no difference; with --check, 1 a difference, 2 too few points
could be compared; 3 wrong usage, or the service can't be reached.

Examples:
  animal-store learn --url https://staging.example/v1 --api-key KEY
  animal-store start --config animal-store.json
  animal-store learn --url https://staging.example/v1 --api-key KEY --check animal-store.json
`;

/** Share of the points that must be compared for a verdict. */
const minCompared = 0.75;

export const command: Command = {
  usage: '--url <url> --api-key <key> [options]',
  description:
    'Learns how a running Animal Store service behaves where the document is silent, and writes its choices ' +
    'into a config file.',
  details,
  flags: { ...providerFlags, ...learnFlags, json: reportFlags.json },
  run: async (flags) => {
    const { out, check, verbose, ...settings } = readFlags(learnFlags, flags);
    const options = readVerifyFlags(flags);
    if (check !== undefined) {
      // A user may have edited the choices of the file.
      reportMissingErrors(resolveSimulatorOptions({ config: check }));
    }
    const file = check ?? out;
    const before = existsSync(file) ? readConfig(file) : {};
    const saveReport = await prepareReport('json', flags);
    const written = check === undefined ? out : undefined;
    const saveConfig = await prepareFile(written, '--out: the config file');
    const learned = await learn(options, settings, abortOnSignals()).catch((error) => {
      const code = Number(process.exitCode ?? exitCodes.unreached);
      throw error instanceof CannotVerify ? new UsageError(error.message, code) : error;
    });
    const comparison = check === undefined ? undefined : compareWith(learned, before);
    await saveReport?.(`${stringify({ ...learned, ...comparison }, null, 2)}\n`);
    if (comparison === undefined) {
      process.stdout.write(formatLearned(learned, verbose));
      const { fixture } = learned;
      const path = out.replace(/(?:\.json)?$/, '.pets.json');
      if (fixture !== undefined) {
        await saveFile(path, '--pets: the fixture', fixture);
      }
      // The fixture sets the number of pets.
      const named = fixture && { fixture: basename(path), pets: undefined };
      const config = { ...before, ...named, ...createConfig(learned) };
      await saveConfig?.(`${stringify(config, null, 2)}\n`);
      process.stdout.write(`Wrote ${out}. Use it: animal-store start --config ${out}\n`);
      return;
    }
    const { drift, compared, total } = comparison;
    const isMost = compared > 0 && compared >= minCompared * total;
    const outcome = drift.length > 0 ? 'failed' : isMost ? 'passed' : 'inconclusive';
    const verdict = {
      failed: `${options.url} no longer behaves as ${check} says`,
      passed: `${options.url} behaves as ${check} says`,
      inconclusive: `Too little could be compared to say whether ${options.url} behaves as ${check} says`,
    }[outcome];
    const lines = drift.map(formatDrift);
    const conclusion = `${verdict}: ${compared} of ${total} points compared.`;
    process.stdout.write([...lines, conclusion, ''].join('\n'));
    if (process.env.GITHUB_ACTIONS === 'true') {
      const annotations = lines.map((message) => ({ title: 'animal-store learn', message }));
      process.stdout.write(formatCommands('error', annotations, 'differences', `${verdict}.`));
    }
    process.exitCode ??= exitCodes[outcome];
  },
};
