import { Command, Option } from 'commander';
import {
  type RawVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionNames,
  verifyOptionTable,
} from '../options/verify-options.js';
import type { VerificationReport } from '../verification/report/report.js';
import type { VerificationPlan, VerificationProgress } from '../verification/run-verification.js';
import { showErrorsAsSentences } from './options.js';

/** How often a log gets a line of progress, in milliseconds; a terminal shows every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, because standard output has the report only. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The progress of a verification as the command shows it. */
export interface ShownProgress extends VerificationProgress {
  /** Number of created pets so far. */
  readonly createdPets: number;
  /** Shows no more lines. */
  end(): void;
}

function formatPlan(url: string, { requirements, maxPets, oddNames }: VerificationPlan): string {
  const names = oddNames.map((name) => JSON.stringify(name)).join(', ');
  const pets =
    maxPets === 0
      ? 'No pets are created.'
      : `This creates at most ${maxPets} pets (more if the provider accepts invalid requests). They ` +
        'stay, because the interface has no operation to delete them. Their names contain ' +
        `"animal-store verify", except for ${names}. To create none, add --read-only.`;
  return `Verifying ${url} against ${requirements} requirements of the Animal Store interface. ${pets}\n`;
}

/** Shows the progress of a verification: a counter in a terminal, a line now and then in a log. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const tty = stream.isTTY === true;
  let requirements = 0;
  let tested = 0;
  let createdPets = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    onStart: (plan) => {
      requirements = plan.requirements;
      stream.write(formatPlan(url, plan));
      if (!tty) {
        timer = setInterval(() => {
          stream.write(`${tested} of ${requirements} requirements tested\n`);
        }, logInterval);
      }
    },
    onResult: (count) => {
      tested = count;
      if (tty) {
        stream.write(`\r${tested} of ${requirements}`);
      }
    },
    onPetCreated: (count) => {
      createdPets = count;
    },
    get createdPets() {
      return createdPets;
    },
    end: () => {
      clearInterval(timer);
      stream.write(tty ? '\r\u001b[K' : '');
    },
  };
}

const exitCodes: Readonly<Record<VerificationReport['outcome'], number>> = {
  passed: 0,
  failed: 1,
  inconclusive: 2,
};

/** Environment variables of options: a key should not be typed. */
const variables = { url: 'ANIMAL_STORE_URL', apiKey: 'ANIMAL_STORE_API_KEY' } as const;

const getFlag = (name: VerifyOptionName) => verifyOptionTable[name].flag.split(' ')[0] as string;

/** Formats what messages call an option that was not set. */
function formatUnset(name: VerifyOptionName): string {
  const others: Partial<Record<VerifyOptionName, string>> = variables;
  const variable = others[name];
  return variable === undefined ? getFlag(name) : `${getFlag(name)} (or ${variable})`;
}

function collectOptions(flags: Readonly<Record<string, unknown>>): RawVerifyOptions {
  const raw: RawVerifyOptions = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = process.env[variable];
    if (value !== undefined && value !== '') {
      raw[name as VerifyOptionName] = { value, label: variable };
    }
  }
  for (const name of verifyOptionNames) {
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: getFlag(name) };
    }
  }
  return raw;
}

/** Reports which pets stay, and exits at once; the process of Pact's verifier ends with this one. */
function exitOnSignals(progress: ShownProgress, readOnly: boolean): void {
  const onSignal = (signal: NodeJS.Signals) => {
    progress.end();
    const pets = readOnly
      ? 'No pets were created.'
      : `${progress.createdPets} pets were created and stay; one more may follow.`;
    console.error(`Stopped by ${signal} before the verification was complete. ${pets}`);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

const helpText = `
--url and --api-key can also be set as ${variables.url} and ${variables.apiKey}.

Each requirement passed, failed, or is inconclusive: it could not be tested.
Exit codes: 0 none failed, 1 some failed, 2 nothing could be tested, or wrong usage.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url https://example/v1 --api-key KEY --read-only
`;

/** `animal-store verify`: verifies a running implementation against the interface. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .usage('--url <url> --api-key <key> [options]')
    .description(
      'Verifies a running implementation of the Animal Store service against every requirement of ' +
        'the interface. For each failure it shows the request, the document, and the response.',
    )
    .exitOverride()
    .addHelpText('after', helpText);
  for (const name of verifyOptionNames) {
    const { flag, help } = verifyOptionTable[name];
    command.addOption(new Option(flag, help));
  }
  command
    .option('--json <file>', 'JSON report file')
    .option('--junit <file>', 'JUnit XML report file');
  return showErrorsAsSentences(command, 'animal-store verify --help shows all options.').action(
    async (flags: Record<string, string | undefined>) => {
      const raw = collectOptions(flags);
      const options = resolveVerifyOptions(raw, (name) => raw[name]?.label ?? formatUnset(name));
      // Loaded on demand: `start` does not need them.
      const [{ runVerification }, { formatReport }, { checkReportFiles, saveReport }] =
        await Promise.all([
          import('../verification/run-verification.js'),
          import('../verification/report/text.js'),
          import('./report-files.js'),
        ]);
      await checkReportFiles(flags);
      const progress = showProgress(process.stderr, options.url);
      exitOnSignals(progress, options.readOnly);
      const report = await runVerification(options, progress).finally(() => progress.end());
      process.stdout.write(formatReport(report, process.stdout.hasColors?.() ?? false));
      await saveReport(flags, report);
      process.exitCode = exitCodes[report.outcome];
    },
  );
}
