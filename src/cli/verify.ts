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

/** How often a log is told how far it is, in milliseconds: a terminal sees every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, so that standard output has the report alone. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Progress for people, and what there is to say of a verification that is stopped. */
export interface ShownProgress extends VerificationProgress {
  /** How many pets were created by now. */
  readonly createdPets: number;
  /** No more lines. */
  end(): void;
}

function announcement(url: string, { promises, maxPets, oddNames }: VerificationPlan): string {
  const pets =
    maxPets === 0
      ? 'Nothing is created.'
      : `At most ${maxPets} pets are created (more only by a provider that accepts what it should ` +
        'refuse). Their names say "animal-store verify", but for the odd names ' +
        `${oddNames.map((name) => JSON.stringify(name)).join(', ')}. ` +
        'They stay: the interface has nothing to delete them with. To ' +
        'create none, add --read-only.';
  return `Holding ${url} to ${promises} promises of the Animal Store interface. ${pets}\n`;
}

/** Shows how far a verification is: a counter in a terminal, a line now and then in a log. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const tty = stream.isTTY === true;
  const clearLine = tty ? '\r\u001b[K' : '';
  let promises = 0;
  let judged = 0;
  let createdPets = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => stream.write(`${judged} of ${promises} promises judged\n`);
  return {
    begins: (plan) => {
      promises = plan.promises;
      stream.write(announcement(url, plan));
      timer = tty ? undefined : setInterval(tell, logInterval);
    },
    judged: (count) => {
      judged = count;
      if (tty) {
        stream.write(`\r${judged} of ${promises}`);
      }
    },
    created: (count) => {
      createdPets = count;
    },
    get createdPets() {
      return createdPets;
    },
    end: () => {
      clearInterval(timer);
      stream.write(clearLine);
    },
  };
}

const exitCodes: Readonly<Record<VerificationReport['outcome'], number>> = {
  held: 0,
  broken: 1,
  'not judged': 2,
};

/** Where the address and the key come from when no flag says them: a key is nothing to be typed. */
const variables = { url: 'ANIMAL_STORE_URL', apiKey: 'ANIMAL_STORE_API_KEY' } as const;

const flagName = (name: VerifyOptionName) => verifyOptionTable[name].flag.split(' ')[0] as string;

/** What a message calls an option that wasn't said. */
function callUnsaid(name: VerifyOptionName): string {
  const others: Partial<Record<VerifyOptionName, string>> = variables;
  const variable = others[name];
  return variable === undefined ? flagName(name) : `${flagName(name)} (or ${variable})`;
}

function gather(flags: Readonly<Record<string, unknown>>): RawVerifyOptions {
  const raw: RawVerifyOptions = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = process.env[variable];
    if (value !== undefined && value !== '') {
      raw[name as VerifyOptionName] = { value, label: variable };
    }
  }
  for (const name of verifyOptionNames) {
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: flagName(name) };
    }
  }
  return raw;
}

/** Says what is left behind, and ends at once; the verifier's process ends with this one. */
function stopOnSignals(progress: ShownProgress, readOnly: boolean): void {
  const onSignal = (signal: NodeJS.Signals) => {
    progress.end();
    const left = readOnly
      ? 'Nothing was created.'
      : `Pets created so far: ${progress.createdPets}, and one more may be on its way; they stay.`;
    console.error(`Stopped by ${signal} before there was a verdict. ${left}`);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

const after = `
Exit codes: 0 no promise is broken, 1 some are, 2 the provider could not be judged (it can't be
reached, or refuses the key) or the command was wrong. What could not be proved is listed as not
proved, and never counts as held.

--url and --api-key can also be said as ${variables.url} and ${variables.apiKey}.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url https://example/v1 --api-key KEY --read-only
`;

/** `animal-store verify`: holds a running implementation to the interface. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .usage('--url <address> --api-key <key> [options]')
    .description(
      'Holds a running implementation of the Animal Store service to every promise of the interface, ' +
        'and says of each whether it is kept: which request was sent, what the document says, what came.',
    )
    .exitOverride()
    .addHelpText('after', after);
  for (const name of verifyOptionNames) {
    const { flag, help } = verifyOptionTable[name];
    command.addOption(new Option(flag, help));
  }
  command
    .option('--json <file>', 'write the report as JSON, too')
    .option('--junit <file>', 'write the report as JUnit XML, too');
  return showErrorsAsSentences(command, 'animal-store verify --help shows all options.').action(
    async (flags: Record<string, string | undefined>) => {
      const raw = gather(flags);
      const options = resolveVerifyOptions(raw, (name) => raw[name]?.label ?? callUnsaid(name));
      // Loaded when it is needed: `start` does without.
      const [{ runVerification }, { writeText }, { checkReportFiles, saveReport }] =
        await Promise.all([
          import('../verification/run-verification.js'),
          import('../verification/report/text.js'),
          import('./report-files.js'),
        ]);
      await checkReportFiles(flags);
      const progress = showProgress(process.stderr, options.url);
      stopOnSignals(progress, options.readOnly);
      const report = await runVerification(options, progress).finally(() => progress.end());
      process.stdout.write(writeText(report, process.stdout.hasColors?.() ?? false));
      await saveReport(flags, report);
      process.exitCode = exitCodes[report.outcome];
    },
  );
}
