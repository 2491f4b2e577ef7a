import { UsageError } from '../base/usage-error.js';
import {
  pactOptionTable,
  type ResolvedVerifyOptions,
  verifyOptionTable,
} from '../options/verify-options.js';
import { verifyPacts } from '../verify/pact/verify-pacts.js';
import { namePrefix } from '../verify/provider.js';
import { formatReport, withoutCommands } from '../verify/report/formats.js';
import { runVerification, selectChecks } from '../verify/run.js';
import { type Command, type Flags, readFlags } from './command.js';
import { exitCodes, prepareReport, reportFlags } from './reports.js';
import { abortOnSignals } from './signals.js';

/** Reads the options; two are environment variables, too: a key should not be typed. */
export const readVerifyFlags = (flags: Flags) =>
  readFlags(verifyOptionTable, flags, ['url', 'apiKey']);

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

export function formatPlan({ url, only, readOnly, maxPets }: ResolvedVerifyOptions): string {
  const { length } = selectChecks(only);
  const pets = readOnly
    ? 'No pets are created.'
    : `This creates at most ${maxPets} pets (more if the provider accepts invalid requests). They ` +
      'stay, because the interface has no operation to delete them. Their names contain ' +
      `"${namePrefix}", except for a few odd ones; a JSON report (--json) lists all of them. To create ` +
      'none, add --read-only.';
  return `Verifying ${url} against ${length} requirements of the Animal Store interface. ${pets}\n`;
}

export const command: Command = {
  usage: '--url <url> --api-key <key> [options] [-- <options of Pact>]',
  description:
    'Verifies a running implementation of the Animal Store service against every requirement of the ' +
    'interface. For each failure it shows the request, the document, and the response.',
  details,
  flags: { ...verifyOptionTable, ...pactOptionTable, ...reportFlags },
  takes: 'command',
  run: async (flags, pactArguments) => {
    const pacts = readFlags(pactOptionTable, flags);
    const isOfPacts = pacts.pact.length > 0 || pacts.broker !== undefined;
    const unused = pacts.stateMap === undefined ? pactArguments[0] : '--state-map';
    if (!isOfPacts && unused !== undefined) {
      throw new UsageError(`${unused} requires --pact or --broker.`);
    }
    if (isOfPacts && flags.only !== undefined) {
      throw new UsageError('--only cannot be used with --pact or --broker.');
    }
    const options = readVerifyFlags(flags);
    const saveJson = await prepareReport('json', flags);
    const saveJunit = await prepareReport('junit', flags);
    const stop = abortOnSignals();
    const plan = `Verifying ${options.url} against pacts of its consumers.\n`;
    // Standard output has the report only.
    process.stderr.write(isOfPacts ? plan : formatPlan(options));
    const { outcome, text, json, junit, annotations } = isOfPacts
      ? await verifyPacts(options, pacts, pactArguments, stop)
      : formatReport(await runVerification(options, stop));
    const isGithub = process.env.GITHUB_ACTIONS === 'true';
    const output = isGithub ? withoutCommands(text) + annotations : text;
    await new Promise((resolve) => process.stdout.write(output, resolve));
    await saveJson?.(json);
    await saveJunit?.(junit);
    process.exitCode ??= exitCodes[outcome];
    // A provider may hold a connection open whose response fetch has refused.
    process.exit();
  },
};
