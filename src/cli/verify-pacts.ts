import { existsSync } from 'node:fs';
import type { ConsumerVersionSelector, VerifierOptions } from '@pact-foundation/pact-core';
import { quote } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { readAccepted, readStateMap } from '../verify/pact/input-files.js';
import * as formats from '../verify/pact/report.js';
import { type PactReport, verifyPacts } from '../verify/pact/verify-pacts.js';
import type { Flags, FlagTable } from './parse-flags.js';
import { abortOnSignals } from './signals.js';
import { openOutputs } from './verify-output.js';

const group = "Pacts of consumers, verified instead of the interface's requirements";
const conflicts = ['only', 'failOn'];

/** The flags that verify the pacts of consumers. */
export const pactFlags: FlagTable = {
  pact: {
    flag: '--pact <file|folder|url>',
    group,
    help: 'pact to verify',
    repeatable: true,
    conflicts: ['broker', ...conflicts],
  },
  broker: {
    flag: '--broker [url]',
    group,
    help: 'verify the pacts of a Pact Broker',
    defaultText: 'PACT_BROKER_BASE_URL',
    conflicts,
  },
  provider: {
    flag: '--provider <name>',
    group,
    help: 'name of the provider in the broker',
    defaultText: 'animal-store',
  },
  selector: {
    flag: '--selector <selector>',
    group,
    help: 'pacts to verify: mainBranch, branch=NAME, JSON',
    defaultText: 'mainBranch, deployedOrReleased',
    repeatable: true,
  },
  enablePending: {
    flag: '--enable-pending',
    group,
    help: 'pacts that the branch has never passed fail nothing',
  },
  includeWipSince: {
    flag: '--include-wip-since <date>',
    group,
    help: "verify new pacts of consumers' branches as pending",
  },
  publishResults: {
    flag: '--publish-results',
    group,
    help: 'publish the results to the broker',
    conflicts: ['readOnly'],
  },
  providerVersion: {
    flag: '--provider-version <version>',
    group,
    help: 'version of the provider',
  },
  providerBranch: { flag: '--provider-branch <name>', group, help: 'branch of the provider' },
  stateMap: {
    flag: '--state-map <file>',
    group,
    help: 'JSON file: provider states of other tools to known ones',
  },
  accepted: {
    flag: '--accepted <file>',
    group,
    help: 'JSON file of accepted failures, each with a date',
  },
};

export const hasPacts = ({ pact, broker }: Flags): boolean => (pact ?? broker) !== undefined;

const isUrl = (text: string) => /^https?:\/\//i.test(text);

const forBroker = ['provider', 'selector', 'enablePending', 'includeWipSince'];
const forPacts = ['publishResults', 'providerVersion', 'providerBranch', 'stateMap', 'accepted'];

/**
 * Checks that no option lacks another one, before anything is sent.
 *
 * @throws {UsageError} when one does
 */
export function checkPactFlags(flags: Flags): void {
  const require = (names: readonly string[], isMet: boolean, requirement: string) => {
    const name = names.find((one) => flags[one] !== undefined);
    if (name !== undefined && !isMet) {
      const [flag] = pactFlags[name]?.flag?.split(' ') ?? [];
      throw new UsageError(`${flag} requires ${requirement}.`);
    }
  };
  const { pact, broker, providerVersion, providerBranch } = flags;
  const isPublic = broker !== undefined || ((pact ?? []) as readonly string[]).every(isUrl);
  require(forPacts, hasPacts(flags), '--pact or --broker');
  require(forBroker, broker !== undefined, '--broker');
  const isPending = ['enablePending', 'includeWipSince'];
  require(isPending, providerBranch !== undefined, '--provider-branch: a pact is pending for it');
  require(['publishResults'], providerVersion !== undefined, '--provider-version');
  require(['publishResults'], isPublic, '--broker, or --pact with a URL');
}

function readSelector(text: string): ConsumerVersionSelector {
  const [, name = '', value] = /^(branch|environment)=(.+)$/.exec(text) ?? [];
  if (/^(mainBranch|deployedOrReleased|matchingBranch)$/.test(text)) {
    return { [text]: true };
  }
  try {
    return name === '' ? JSON.parse(text) : { [name]: value };
  } catch {
    throw new UsageError(
      '--selector must be mainBranch, deployedOrReleased, matchingBranch, branch=NAME, environment=NAME or ' +
        `JSON; got ${quote(text)}.`,
    );
  }
}

/** Reads a variable; many tools set an empty one for one that is not set. */
const readVariable = (name: string) => process.env[name]?.trim() || undefined;

/** @throws {UsageError} for another text; the URL may be wrong because of a password */
function parseUrl(text: string): URL {
  const url = isUrl(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new UsageError(
      '--broker (or PACT_BROKER_BASE_URL) and --pact take URLs without credentials, such as ' +
        'https://broker.example. Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
    );
  }
  return url;
}

/** Reads how to reach the broker. Its secrets are variables only: all users can see arguments. */
function readBroker(broker: unknown, pactUrls: readonly string[]) {
  const url = typeof broker === 'string' ? broker : (readVariable('PACT_BROKER_BASE_URL') ?? '');
  const origins = pactUrls.filter(isUrl).map((one) => parseUrl(one).origin);
  // Other servers get no credentials.
  const isOwn = origins.every((origin) => url !== '' && origin === parseUrl(url).origin);
  return {
    ...(broker !== undefined && { pactBrokerUrl: parseUrl(url).href }),
    ...(isOwn && {
      pactBrokerToken: readVariable('PACT_BROKER_TOKEN'),
      pactBrokerUsername: readVariable('PACT_BROKER_USERNAME'),
      pactBrokerPassword: readVariable('PACT_BROKER_PASSWORD'),
    }),
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

function readPactOptions(flags: Flags): Omit<VerifierOptions, 'providerBaseUrl'> {
  const { pact = [], broker, publishResults, enablePending, selector } = flags;
  const pactUrls = pact as readonly string[];
  const absent = pactUrls.find((one) => !isUrl(one) && !existsSync(one));
  if (absent !== undefined) {
    throw new UsageError(
      `There is no pact ${absent}. Name a pact file, or a folder of files that end in .json.`,
    );
  }
  const selectors = (selector ?? ['mainBranch', 'deployedOrReleased']) as string[];
  const all = {
    ...readBroker(broker, pactUrls),
    provider: asText(flags.provider) ?? 'animal-store',
    pactUrls: broker === undefined ? [...pactUrls] : undefined,
    consumerVersionSelectors: broker === undefined ? undefined : selectors.map(readSelector),
    enablePending: enablePending === true || undefined,
    includeWipPactsSince: asText(flags.includeWipSince),
    publishVerificationResult: publishResults === true || undefined,
    providerVersion: asText(flags.providerVersion),
    providerVersionBranch: asText(flags.providerBranch),
  };
  return omitUndefined(all);
}

/** Verifies a service against the pacts of its consumers, and reports the results. */
export async function runPactVerification(
  options: ResolvedVerifyOptions,
  flags: Flags,
): Promise<void> {
  const [map, accepted] = [asText(flags.stateMap), asText(flags.accepted)];
  const settings = {
    pact: readPactOptions(flags),
    mapState: map === undefined ? () => undefined : readStateMap(map),
    accepted: accepted === undefined ? [] : readAccepted(accepted),
  };
  const output = await openOutputs<PactReport>(flags, {
    files: { json: formats.formatJson, junit: formats.formatJunit },
    text: formats.formatText,
    annotations: formats.formatAnnotations,
    jobSummary: formats.formatJobSummary,
  });
  process.stderr.write(`Verifying the pacts of the consumers of ${options.url}.\n`);
  await output(await verifyPacts(options, { ...settings, signal: abortOnSignals() }));
}
