import { appendFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { checkWritable, type OutputFile, saveFile } from '../files.js';
import { UsageError } from '../options/usage-error.js';
import {
  type RawVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionTable,
} from '../options/verify-options.js';
import type { VerificationReport } from '../verification/report/report.js';
import type { VerificationPlan, VerificationProgress } from '../verification/run-verification.js';
import {
  createCommand,
  createOption,
  type Flags,
  formatVariable,
  readFlagOptions,
  readVariables,
} from './options.js';
import { getSignalExitCode } from './process/process-group.js';

/** How often a log gets a line of progress, in milliseconds; a terminal shows every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, because standard output has the report only. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ShownProgress extends VerificationProgress {
  end(): void;
}

function formatPlan(
  url: string,
  { requirements, maxPets, namePrefix, oddNames }: VerificationPlan,
): string {
  const names = oddNames.map((name) => JSON.stringify(name)).join(', ');
  const pets =
    maxPets === 0
      ? 'No pets are created.'
      : `This creates at most ${maxPets} pets (more if the provider accepts invalid requests). They ` +
        'stay, because the interface has no operation to delete them. Their names contain ' +
        `"${namePrefix}", except for ${names}; --list-created lists all of them. To create none, add ` +
        '--read-only.';
  return `Verifying ${url} against ${requirements} requirements of the Animal Store interface. ${pets}\n`;
}

/** Shows the progress of a verification: a counter in a terminal, a line now and then in a log. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const tty = stream.isTTY === true;
  let requirements = 0;
  let tested = 0;
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

/** Options that are environment variables too: a key should not be typed. */
const variables = ['url', 'apiKey'] as const satisfies VerifyOptionName[];

function formatUnset(name: VerifyOptionName): string {
  const [flag = ''] = verifyOptionTable[name].flag.split(' ');
  const isVariable = variables.some((variable) => variable === name);
  return isVariable ? `${flag} (or ${formatVariable(name)})` : flag;
}

/** Stops the verification on the first signal, which a partial report follows, and exits on the second. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    process.exitCode = getSignalExitCode(name);
    if (controller.signal.aborted) {
      process.exit();
    }
    controller.abort(new Error(name));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, onSignal);
  }
  return controller.signal;
}

interface ReportFile extends OutputFile {
  readonly format: (report: VerificationReport) => string | Promise<string>;
}

function listReportFiles(
  flags: Flags,
  formats: Readonly<Record<string, ReportFile['format']>>,
): ReportFile[] {
  return Object.entries(formats).flatMap(([name, format]) => {
    const path = flags[name];
    return typeof path === 'string' ? [{ path, label: `--${name}: the report`, format }] : [];
  });
}

/** @throws {UsageError} when a file cannot be written; the others are written nevertheless */
async function saveReport(files: readonly ReportFile[], report: VerificationReport): Promise<void> {
  const saved = await Promise.allSettled(
    files.map(async (file) => saveFile(file, await file.format(report))),
  );
  const failed = saved.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/** Finds the file of the summary that GitHub Actions shows for a job; without it, the run goes on. */
async function findJobSummary(): Promise<string | undefined> {
  const { GITHUB_STEP_SUMMARY: path = '' } = process.env;
  if (path === '') {
    return undefined;
  }
  const file = { path, label: 'GITHUB_STEP_SUMMARY: the summary' };
  const error = await checkWritable(file).catch((reason: UsageError) => reason);
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message} The run goes on without it.\n`);
    return undefined;
  }
  return path;
}

const helpText = `
--url and --api-key can also be set as ANIMAL_STORE_URL and ANIMAL_STORE_API_KEY.

Each requirement passed, failed, has advice (the document does not decide it), or is
inconclusive (it could not be tested).
Exit codes: 0 none failed and most were tested; 1 some failed, or a wrong response kept some
from being tested; 2 too few could be tested, the deadline passed before one failed, or wrong usage. SIGINT, SIGTERM and SIGHUP end it
with a partial report and 130, 143 or 129.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url https://example/v1 --api-key KEY --read-only
`;

/** `animal-store verify`: verifies a running implementation against the interface. */
export function createVerifyCommand(): Command {
  const command = createCommand(
    'verify',
    'Verifies a running implementation of the Animal Store service against every requirement of the ' +
      'interface. For each failure it shows the request, the document, and the response.',
    helpText,
  ).usage('--url <url> --api-key <key> [options]');
  for (const entry of Object.values(verifyOptionTable)) {
    command.addOption(createOption(entry));
  }
  return command
    .option('--json <file>', 'JSON report file')
    .option('--junit <file>', 'JUnit XML report file')
    .option('--html <file>', 'HTML report file')
    .option('--list-created', 'list created pets by id and name')
    .action(async (flags: Flags) => {
      // Flags override environment variables.
      const raw: RawVerifyOptions = {
        ...readVariables(variables),
        ...readFlagOptions(verifyOptionTable, flags),
      };
      const options = resolveVerifyOptions(raw, (name) => raw[name]?.label ?? formatUnset(name));
      // Loaded on demand: `start` does not need them.
      const [
        { runVerification },
        { formatReport, formatCreated },
        { formatHtml, formatJson, formatJunit, requireJunit },
        github,
      ] = await Promise.all([
        import('../verification/run-verification.js'),
        import('../verification/report/text.js'),
        import('../verification/report/files.js'),
        import('../verification/report/github.js'),
      ]);
      const files = listReportFiles(flags, {
        json: formatJson,
        junit: formatJunit,
        html: formatHtml,
      });
      if (flags.junit !== undefined) {
        requireJunit();
      }
      for (const file of files) {
        await checkWritable(file);
      }
      const isGithub = process.env.GITHUB_ACTIONS === 'true';
      const jobSummary = isGithub ? await findJobSummary() : undefined;
      const progress = showProgress(process.stderr, options.url);
      const signal = stopOnSignals();
      const report = await runVerification(options, { ...progress, signal }).finally(() =>
        progress.end(),
      );
      const text =
        formatReport(report, process.stdout.hasColors?.() ?? false) +
        (flags.listCreated === undefined ? '' : formatCreated(report));
      const output = isGithub
        ? github.withoutCommands(text) + github.formatAnnotations(report)
        : text;
      await new Promise((resolve) => process.stdout.write(output, resolve));
      await saveReport(files, report);
      if (jobSummary !== undefined) {
        await appendFile(jobSummary, github.formatJobSummary(report));
      }
      process.exitCode ??= exitCodes[report.outcome];
      // A provider may hold a connection open whose response fetch has refused.
      process.exit();
    });
}
