import type { Command } from 'commander';
import {
  type RawVerifyOptions,
  type ResolvedVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionTable,
} from '../options/verify-options.js';
import { createCommand, createOption } from './command.js';
import { type Flags, formatVariable, readFlagOptions, readVariables } from './options.js';
import { addPactOptions, checkPactOptions, hasPacts } from './verify-pact-options.js';

/** Options that are environment variables too: a key should not be typed. */
const variables = ['url', 'apiKey'] as const satisfies VerifyOptionName[];

function formatUnset(name: VerifyOptionName): string {
  const [flag = ''] = verifyOptionTable[name].flag.split(' ');
  const isVariable = variables.some((variable) => variable === name);
  return isVariable ? `${flag} (or ${formatVariable(name)})` : flag;
}

const helpText = `
--url and --api-key can also be set as ANIMAL_STORE_URL and ANIMAL_STORE_API_KEY.

Each requirement passed, failed, has advice (the document does not decide it), or is
inconclusive (it could not be tested).
With --pact or --broker, the pacts of consumers are verified, and not the requirements. An
interaction whose state nobody knows is inconclusive. A broker's secrets are variables:
PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.

Exit codes: 0 none failed and most were tested; 1 some failed, or a wrong response kept some
from being tested; 2 too few could be tested (with pacts: not all), the deadline passed before one failed, or wrong usage. SIGINT, SIGTERM and SIGHUP end it
with a partial report and 130, 143 or 129.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url https://example/v1 --api-key KEY --read-only
  animal-store verify --url URL --api-key KEY --pact contracts/shop.json
  animal-store verify --url URL --api-key KEY --broker https://broker.example --publish-results
    --provider-version VERSION --provider-branch main --enable-pending
`;

/** Verifies a provider against the requirements of the interface. */
async function verifyRequirements(options: ResolvedVerifyOptions, flags: Flags): Promise<void> {
  // Loaded on demand: `start` does not need them.
  const [
    { runVerification },
    { formatReport, formatCreated },
    { formatJson, formatJunit },
    { formatAnnotations, formatJobSummary },
    { openOutputs },
    { showProgress, stopOnSignals },
  ] = await Promise.all([
    import('../verification/run-verification.js'),
    import('../verification/report/text.js'),
    import('../verification/report/files.js'),
    import('../verification/report/github.js'),
    import('./verify-output.js'),
    import('./verify-progress.js'),
  ]);
  const output = await openOutputs(flags, {
    files: { json: formatJson, junit: formatJunit },
    text: (report) =>
      formatReport(report, process.stdout.hasColors?.() ?? false) +
      (flags.listCreated === undefined ? '' : formatCreated(report)),
    annotations: formatAnnotations,
    jobSummary: formatJobSummary,
  });
  const progress = showProgress(process.stderr, options.url);
  const signal = stopOnSignals();
  await output(
    await runVerification(options, { ...progress, signal }).finally(() => progress.end()),
  );
}

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
  return addPactOptions(command)
    .option('--json <file>', 'JSON report file')
    .option('--junit <file>', 'JUnit XML report file')
    .option('--list-created', 'list created pets by id and name')
    .action(async (flags: Flags) => {
      checkPactOptions(flags);
      // Flags override environment variables.
      const raw: RawVerifyOptions = {
        ...readVariables(variables),
        ...readFlagOptions(verifyOptionTable, flags),
      };
      const options = resolveVerifyOptions(raw, (name) => raw[name]?.label ?? formatUnset(name));
      if (!hasPacts(flags)) {
        await verifyRequirements(options, flags);
      } else {
        const { verifyPacts } = await import('./verify-pacts.js');
        await verifyPacts(options, flags);
      }
      // A provider may hold a connection open whose response fetch has refused.
      process.exit();
    });
}
