import { prepareFile } from '../options/files.js';
import { formatFlag, formatVariable } from '../options/option.js';
import { UsageError } from '../options/usage-error.js';
import {
  pactOptionTable,
  type ResolvedPactOptions,
  type ResolvedVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionTable,
} from '../options/verify-options.js';
import { allChecks } from '../verify/checks/all-checks.js';
import { verifyPacts } from '../verify/pact/verify-pacts.js';
import { namePrefix } from '../verify/pets.js';
import { formatJson, formatJunit } from '../verify/report/formats.js';
import { formatAnnotations, formatReport, withoutCommands } from '../verify/report/text.js';
import { runVerification, selectChecks } from '../verify/run.js';
import { type Command, type Flags, gatherFlags, readFlags } from './command.js';
import { jsonFlag, junitFlag, openJson } from './reports.js';
import { abortOnSignals } from './signals.js';

/** Options that are environment variables too: a key should not be typed. */
const variables: readonly VerifyOptionName[] = ['url', 'apiKey'];

function formatUnset(name: VerifyOptionName): string {
  const flag = formatFlag(verifyOptionTable[name]);
  return variables.includes(name) ? `${flag} (or ${formatVariable(name)})` : flag;
}

/** Reads the options that are flags or variables. */
export function readVerifyFlags(flags: Flags): ResolvedVerifyOptions {
  const raw = gatherFlags(verifyOptionTable, flags, variables);
  return resolveVerifyOptions(raw, (name) => raw[name]?.label ?? formatUnset(name));
}

const details = `
--url and --api-key can also be set as ANIMAL_STORE_URL and ANIMAL_STORE_API_KEY.

Each requirement passed, failed, has advice (the document does not decide it), or is
inconclusive (it could not be tested).
With --pact or --broker, Pact's verifier verifies the pacts of consumers, and not the
requirements. Its own options follow --; npx pact verifier --help shows them. An interaction
whose provider state is unknown is inconclusive. A broker's secrets are variables:
PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.

Exit codes: 0 none failed and most were tested; 1 some failed, or a wrong response kept some
from being tested; 2 too few could be tested (with pacts: not all), or the deadline passed before
one failed; 3 wrong usage, or the service or the broker can't be reached. SIGINT, SIGTERM and
SIGHUP end it with a partial report and 130, 143 or 129.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url URL --api-key KEY --pact contracts/shop.json
  animal-store verify --url URL --api-key KEY --broker https://broker.example -- --publish
    --provider-version VERSION --provider-branch main --enable-pending
`;

/** Announces a verification. */
export function formatPlan({ url, only, readOnly, maxPets }: ResolvedVerifyOptions): string {
  const { length } = selectChecks(allChecks, only);
  const pets = readOnly
    ? 'No pets are created.'
    : `This creates at most ${maxPets} pets (more if the provider accepts invalid requests). They ` +
      'stay, because the interface has no operation to delete them. Their names contain ' +
      `"${namePrefix}", except for a few odd ones; a JSON report (--json) lists all of them. To create ` +
      'none, add --read-only.';
  return `Verifying ${url} against ${length} requirements of the Animal Store interface. ${pets}\n`;
}

/** Verifies a provider against the requirements of the interface. */
async function verifyRequirements(options: ResolvedVerifyOptions, stop: AbortSignal) {
  const report = await runVerification(options, stop);
  return {
    outcome: report.requirements.length === 0 ? 'unreached' : report.outcome,
    text: formatReport(report),
    json: formatJson(report),
    junit: formatJunit(report),
    annotations: formatAnnotations(report),
  } as const;
}

const exitCodes = { passed: 0, failed: 1, inconclusive: 2, unreached: 3 };

/** A report in each of its formats. */
interface Renderings {
  readonly outcome: keyof typeof exitCodes;
  readonly text: string;
  readonly json: string;
  readonly junit: string;
  /** For GitHub Actions. */
  readonly annotations: string;
}

/**
 * Prepares the outputs of a verification, before it takes its time.
 *
 * @returns prints and saves a report, and sets the exit code
 * @throws {UsageError} when a file cannot be written
 */
async function openOutputs(flags: Flags) {
  const saveJson = await openJson(flags);
  const { junit } = readFlags(junitFlag, flags);
  const saveJunit = await prepareFile(junit, '--junit: the report');
  const isGithub = process.env.GITHUB_ACTIONS === 'true';
  return async (report: Renderings): Promise<void> => {
    const output = isGithub ? withoutCommands(report.text) + report.annotations : report.text;
    await new Promise((resolve) => process.stdout.write(output, resolve));
    await saveJson(report.json);
    await saveJunit(report.junit);
    process.exitCode ??= exitCodes[report.outcome];
  };
}

/**
 * Reads which pacts are verified; undefined when none are.
 *
 * @throws {UsageError} when an option is wrong, or lacks or excludes another one
 */
function readPactFlags(
  flags: Flags,
  [argument]: readonly string[],
): ResolvedPactOptions | undefined {
  const pacts = readFlags(pactOptionTable, flags);
  if (pacts.pact.length === 0 && pacts.broker === undefined) {
    const unused = pacts.stateMap === undefined ? argument : '--state-map';
    if (unused !== undefined) {
      throw new UsageError(`${unused} requires --pact or --broker.`);
    }
    return undefined;
  }
  if (flags.only !== undefined) {
    throw new UsageError('--only cannot be used with --pact or --broker.');
  }
  return pacts;
}

/** `animal-store verify`: verifies a running implementation against the interface. */
export const verifyCommand: Command = {
  name: 'verify',
  usage: '--url <url> --api-key <key> [options] [-- <options of Pact>]',
  description:
    'Verifies a running implementation of the Animal Store service against every requirement of the ' +
    'interface. For each failure it shows the request, the document, and the response.',
  details,
  flags: { ...verifyOptionTable, ...pactOptionTable, ...jsonFlag, ...junitFlag },
  takesCommand: true,
  run: async (flags, pactArguments) => {
    const pacts = readPactFlags(flags, pactArguments);
    const options = readVerifyFlags(flags);
    const write = await openOutputs(flags);
    const stop = abortOnSignals();
    // Standard output has the report only.
    if (pacts === undefined) {
      process.stderr.write(formatPlan(options));
      await write(await verifyRequirements(options, stop));
    } else {
      process.stderr.write(`Verifying ${options.url} against pacts of its consumers.\n`);
      await write(await verifyPacts(options, pacts, pactArguments, stop));
    }
    // A provider may hold a connection open whose response fetch has refused.
    process.exit();
  },
};
