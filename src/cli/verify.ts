import {
  type RawVerifyOptions,
  type ResolvedVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionTable,
} from '../options/verify-options.js';
import { formatJson, formatJunit } from '../verify/report/files.js';
import { formatAnnotations, formatJobSummary } from '../verify/report/github.js';
import { formatReport } from '../verify/report/text.js';
import { runVerification } from '../verify/run.js';
import type { Command, Flags } from './parse-flags.js';
import { formatVariable, readFlagOptions, readVariables } from './read-options.js';
import { abortOnSignals } from './signals.js';
import { openOutputs } from './verify-output.js';
import { checkPactFlags, hasPacts, pactFlags, runPactVerification } from './verify-pacts.js';
import { showProgress } from './verify-progress.js';

/** Options that are environment variables too: a key should not be typed. */
const variables = ['url', 'apiKey'] as const satisfies VerifyOptionName[];

function formatUnset(name: VerifyOptionName): string {
  const [flag = ''] = verifyOptionTable[name].flag?.split(' ') ?? [];
  const isVariable = variables.some((variable) => variable === name);
  return isVariable ? `${flag} (or ${formatVariable(name)})` : flag;
}

const details = `
--url and --api-key can also be set as ANIMAL_STORE_URL and ANIMAL_STORE_API_KEY.

Each requirement passed, failed, has advice (the document does not decide it), or is
inconclusive (it could not be tested).
With --pact or --broker, the pacts of consumers are verified, and not the requirements. An
interaction whose state nobody knows is inconclusive. A broker's secrets are variables:
PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.

Exit codes: 0 none failed and most were tested; 1 some failed, or a wrong response kept some
from being tested; 2 too few could be tested (with pacts: not all), the deadline passed before
one failed, or wrong usage. SIGINT, SIGTERM and SIGHUP end it with a partial report and 130,
143 or 129.

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
  const output = await openOutputs(flags, {
    files: { json: formatJson, junit: formatJunit },
    text: (report) => formatReport(report, process.stdout.hasColors?.() ?? false),
    annotations: formatAnnotations,
    jobSummary: formatJobSummary,
  });
  const progress = showProgress(process.stderr, options.url);
  const signal = abortOnSignals();
  await output(
    await runVerification(options, { ...progress, signal }).finally(() => progress.end()),
  );
}

/** `animal-store verify`: verifies a running implementation against the interface. */
export const verifyCommand: Command = {
  name: 'verify',
  usage: '--url <url> --api-key <key> [options]',
  description:
    'Verifies a running implementation of the Animal Store service against every requirement of the ' +
    'interface. For each failure it shows the request, the document, and the response.',
  details,
  flags: {
    ...verifyOptionTable,
    ...pactFlags,
    json: { flag: '--json <file>', group: 'Reports', help: 'JSON report file' },
    junit: { flag: '--junit <file>', group: 'Reports', help: 'JUnit XML report file' },
  },
  run: async (flags) => {
    checkPactFlags(flags);
    // Flags override environment variables.
    const raw: RawVerifyOptions = {
      ...readVariables(variables),
      ...readFlagOptions(verifyOptionTable, flags),
    };
    const options = resolveVerifyOptions(raw, (name) => raw[name]?.label ?? formatUnset(name));
    await (hasPacts(flags) ? runPactVerification : verifyRequirements)(options, flags);
    // A provider may hold a connection open whose response fetch has refused.
    process.exit();
  },
};
