import { existsSync } from 'node:fs';
import type { ConsumerVersionSelector } from '@pact-foundation/pact-core';
import { shorten } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import { readJsonFile } from '../options/files.js';
import { formatFlag, inGroup, optional } from '../options/option.js';
import { filePath, readTexts, switchedOff, text } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import type { StateChange, StateMap } from '../verify/pact/proxy.js';
import { formatAnnotations, formatJson, formatJunit, formatText } from '../verify/pact/report.js';
import {
  type AcceptedFailure,
  type PactSettings,
  verifyPacts,
} from '../verify/pact/verify-pacts.js';
import { type Flags, readFlags } from './command.js';
import { abortOnSignals } from './signals.js';
import { openOutputs } from './verify-output.js';

/** The flags that verify the pacts of consumers; those that Pact's verifier has bear its names. */
export const pactFlags = inGroup(
  "Pacts of consumers, verified instead of the interface's requirements",
  {
    pact: {
      flag: '--pact <file|folder|url>',
      help: 'pact to verify',
      repeatable: true,
      default: [],
      expected: 'a file, a folder or a URL',
      read: readTexts,
    },
    broker: optional({
      flag: '--broker <url>',
      help: 'verify the pacts of a Pact Broker',
      ...text('the URL of a Pact Broker'),
    }),
    provider: {
      flag: '--provider <name>',
      help: 'name of the provider in the broker',
      default: 'animal-store',
      ...text('a name'),
    },
    consumerVersionSelectors: {
      flag: '--selector <selector>',
      help: 'pacts to verify: mainBranch, branch=NAME, JSON',
      defaultText: 'mainBranch, deployedOrReleased',
      default: [{ mainBranch: true }, { deployedOrReleased: true }],
      repeatable: true,
      expected:
        'mainBranch, deployedOrReleased, matchingBranch, branch=NAME, environment=NAME or JSON',
      read: readSelectors,
    },
    enablePending: {
      flag: '--enable-pending',
      help: 'pacts that the branch has never passed fail nothing',
      ...switchedOff,
    },
    includeWipPactsSince: optional({
      flag: '--include-wip-since <date>',
      help: "verify new pacts of consumers' branches as pending",
      ...text('a date such as 2026-12-31'),
    }),
    publishVerificationResult: {
      flag: '--publish-results',
      help: 'publish the results to the broker',
      ...switchedOff,
    },
    providerVersion: optional({
      flag: '--provider-version <version>',
      help: 'version of the provider',
      ...text('a version'),
    }),
    providerVersionBranch: optional({
      flag: '--provider-branch <name>',
      help: 'branch of the provider',
      ...text('a name'),
    }),
    stateMap: optional({
      flag: '--state-map <file>',
      help: 'JSON file: provider states of other tools to known ones',
      ...filePath('a JSON file'),
    }),
    accepted: optional({
      flag: '--accepted <file>',
      help: 'JSON file of accepted failures, each with a date',
      ...filePath('a JSON file'),
    }),
  },
);

function readSelector(raw: string): ConsumerVersionSelector {
  const [, name = '', value] = /^(branch|environment)=(.+)$/.exec(raw) ?? [];
  if (/^(mainBranch|deployedOrReleased|matchingBranch)$/.test(raw)) {
    return { [raw]: true };
  }
  return name === '' ? JSON.parse(raw) : { [name]: value };
}

function readSelectors(raw: unknown): ConsumerVersionSelector[] | undefined {
  try {
    return readTexts(raw)?.map(readSelector);
  } catch {
    return undefined;
  }
}

const isUrl = (one: string) => /^https?:\/\//i.test(one);

/** @throws {UsageError} when a flag lacks or excludes another one */
function checkFlags(flags: Flags): void {
  const isSet = (name: string) => flags[name] !== undefined;
  const isPublic = isSet('broker') || ((flags.pact ?? []) as readonly string[]).every(isUrl);
  const forPending = ['enablePending', 'includeWipPactsSince'];
  const forBroker = [...forPending, 'provider', 'consumerVersionSelectors'];
  for (const name of Object.keys(pactFlags).filter(isSet)) {
    /** Each is a problem of this flag, unless it is false. */
    const problems = [
      forBroker.includes(name) && !isSet('broker') && 'requires --broker',
      !isSet('pact') && !isSet('broker') && 'requires --pact or --broker',
      forPending.includes(name) &&
        !isSet('providerVersionBranch') &&
        'requires --provider-branch: a pact is pending for it',
      name === 'publishVerificationResult' &&
        !isPublic &&
        'requires --broker, or --pact with a URL',
      name === 'publishVerificationResult' &&
        isSet('readOnly') &&
        'cannot be used with --read-only',
      name === 'pact' && isSet('broker') && 'cannot be used with --broker',
      isSet('only') && 'cannot be used with --only',
    ];
    const problem = problems.find((one) => one !== false);
    if (problem !== undefined) {
      const flag = formatFlag(pactFlags[name as keyof typeof pactFlags]);
      throw new UsageError(`${flag} ${problem}.`);
    }
  }
}

/** @throws {UsageError} for another text; the URL may be wrong because of a password */
function parseUrl(raw: string): URL {
  const url = isUrl(raw) && URL.canParse(raw) ? new URL(raw) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new UsageError(
      '--broker (or PACT_BROKER_BASE_URL) and --pact take URLs without credentials, such as ' +
        'https://broker.example. Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
    );
  }
  return url;
}

/** Reads how to reach the broker. Its secrets are variables only: all users can see arguments. */
function readBroker(broker: string | undefined, pacts: readonly string[]) {
  // Many tools set an empty variable for one that is not set.
  const readVariable = (name: string) => process.env[name]?.trim() || undefined;
  const url = broker ?? readVariable('PACT_BROKER_BASE_URL');
  const origins = pacts.filter(isUrl).map((one) => parseUrl(one).origin);
  // Other servers get no credentials.
  const isOwn = origins.every((origin) => url !== undefined && origin === parseUrl(url).origin);
  return {
    pactBrokerUrl: broker === undefined ? undefined : parseUrl(broker).href,
    ...(isOwn && {
      pactBrokerToken: readVariable('PACT_BROKER_TOKEN'),
      pactBrokerUsername: readVariable('PACT_BROKER_USERNAME'),
      pactBrokerPassword: readVariable('PACT_BROKER_PASSWORD'),
    }),
  };
}

/**
 * Reads a file of accepted failures:
 * `[{"consumer": "shop", "interaction": "a pet is read", "until": "2026-12-31", "reason": "…"}]`.
 *
 * @throws {UsageError} when it is wrong
 */
function readAccepted(path: string): readonly AcceptedFailure[] {
  const label = `--accepted: ${path}`;
  const entries = [readJsonFile(path, label)].flat() as readonly AcceptedFailure[];
  for (const entry of entries) {
    const { consumer, interaction, until, reason } = entry ?? {};
    const texts = [consumer, interaction, until, reason];
    if (texts.some((one) => typeof one !== 'string') || !/^\d{4}-\d\d-\d\d$/.test(until)) {
      throw new UsageError(
        `${label} must be a list of {"consumer", "interaction", "until", "reason"}, each a text, and until a date ` +
          `such as 2026-12-31; got ${shorten(JSON.stringify(entry))}.`,
      );
    }
  }
  return entries;
}

/**
 * Reads a file that maps states of other tools to those of this package, each a name or a name with
 * parameters, or a list of both:
 * `{"pet 7 is sold": {"state": "a pet exists", "params": {"status": "sold"}}, "the shop is open": []}`.
 *
 * @throws {UsageError} when it is not JSON
 */
function readStateMap(path: string): StateMap {
  type Target = string | StateChange;
  const json = readJsonFile(path, `--state-map: ${path}`) as Record<string, Target | Target[]>;
  const readTarget = (one: Target) => (typeof one === 'string' ? { state: one } : one);
  return new Map(
    Object.entries(json ?? {}).map(([state, targets]) => [state, [targets].flat().map(readTarget)]),
  );
}

/**
 * Reads which pacts are verified, and how; undefined when none are.
 *
 * @throws {UsageError} when a flag is wrong, or a file can't be read
 */
export function readPactSettings(flags: Flags): PactSettings | undefined {
  checkFlags(flags);
  const { pact, broker, stateMap, accepted, consumerVersionSelectors, ...options } = readFlags(
    pactFlags,
    flags,
  );
  if (pact.length === 0 && broker === undefined) {
    return undefined;
  }
  const absent = pact.find((one) => !isUrl(one) && !existsSync(one));
  if (absent !== undefined) {
    throw new UsageError(
      `There is no pact ${absent}. Name a pact file, or a folder of files that end in .json.`,
    );
  }
  const source = broker === undefined ? { pactUrls: [...pact] } : { consumerVersionSelectors };
  return {
    pact: omitUndefined({
      ...options,
      // Pact's verifier wants a version with false, too.
      publishVerificationResult: options.publishVerificationResult || undefined,
      ...source,
      ...readBroker(broker, pact),
    }),
    stateMap: stateMap === undefined ? new Map() : readStateMap(stateMap),
    accepted: accepted === undefined ? [] : readAccepted(accepted),
  };
}

/** Verifies a service against the pacts of its consumers, and reports the results. */
export async function runPactVerification(
  options: ResolvedVerifyOptions,
  settings: PactSettings,
  flags: Flags,
): Promise<void> {
  const write = await openOutputs(flags);
  process.stderr.write(`Verifying the pacts of the consumers of ${options.url}.\n`);
  const report = await verifyPacts(options, settings, abortOnSignals());
  await write(report.results.length === 0 ? 'unreached' : report.outcome, {
    text: formatText(report),
    json: formatJson(report),
    junit: formatJunit(report),
    annotations: formatAnnotations(report),
  });
}
