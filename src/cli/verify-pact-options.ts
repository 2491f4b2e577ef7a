import type { Command } from 'commander';
import { readInstant } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import { collect } from './command.js';
import type { Flags } from './options.js';

/** Adds the options that verify the pacts of consumers. */
export function addPactOptions(command: Command): Command {
  return command
    .optionsGroup("Pacts of consumers, verified instead of the interface's requirements:")
    .option('--pact <file|folder|url>', 'pact to verify; repeatable', collect)
    .option('--broker [url]', 'verify the pacts of a Pact Broker (default: PACT_BROKER_BASE_URL)')
    .option('--provider <name>', 'name of the provider in the broker (default: animal-store)')
    .option(
      '--selector <selector>',
      'pacts to verify: mainBranch, branch=NAME, JSON; repeatable (default: mainBranch, deployedOrReleased)',
      collect,
    )
    .option('--enable-pending', 'pacts that the branch has never passed fail nothing')
    .option(
      '--include-wip-since <date>',
      "verify new pacts of consumers' branches, too, as pending",
    )
    .option('--publish-results', 'publish the results to the broker')
    .option('--provider-version <version>', 'version of the provider')
    .option('--provider-branch <name>', 'branch of the provider')
    .option('--build-url <url>', 'link to the build (default: from the variables of the CI)')
    .option('--state-map <file>', 'JSON file: provider states of other tools to known ones')
    .option('--accepted <file>', 'JSON file of accepted failures, each with a date')
    .optionsGroup('Reports:');
}

export const hasPacts = ({ pact, broker }: Flags): boolean =>
  pact !== undefined || broker !== undefined;

const toFlag = (name: string) => `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`;

const forPacts = [
  'provider',
  'selector',
  'enablePending',
  'includeWipSince',
  'publishResults',
  'providerVersion',
  'providerBranch',
  'buildUrl',
  'stateMap',
  'accepted',
];
const forBroker = ['provider', 'selector', 'enablePending', 'includeWipSince'];
const forRequirements = ['only', 'minAge', 'failOn', 'minPassed'];

const findSet = (flags: Flags, names: readonly string[]) =>
  names.find((name) => flags[name] !== undefined);

export const isUrl = (text: string) => /^https?:\/\//i.test(text);

/**
 * Checks that the options fit each other, before anything is sent.
 *
 * @throws {UsageError} when they do not
 */
export function checkPactOptions(flags: Flags): void {
  const { pact, broker, enablePending, includeWipSince, publishResults } = flags;
  const alone = hasPacts(flags) ? undefined : findSet(flags, forPacts);
  if (alone !== undefined) {
    throw new UsageError(`${toFlag(alone)} requires --pact or --broker.`);
  }
  const unfit = hasPacts(flags) ? findSet(flags, forRequirements) : undefined;
  if (unfit !== undefined) {
    throw new UsageError(
      `${toFlag(unfit)} concerns the requirements of the interface, which --pact and --broker leave out. Remove it.`,
    );
  }
  const ofBroker = broker === undefined ? findSet(flags, forBroker) : undefined;
  if (ofBroker !== undefined) {
    throw new UsageError(`${toFlag(ofBroker)} requires --broker.`);
  }
  const ofBranch = enablePending === true || includeWipSince !== undefined;
  if (ofBranch && flags.providerBranch === undefined) {
    const flag = enablePending === true ? '--enable-pending' : '--include-wip-since';
    throw new UsageError(`${flag} requires --provider-branch: a pact is pending for a branch.`);
  }
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(`${includeWipSince}`);
  if (includeWipSince !== undefined && (!isDate || readInstant(includeWipSince) === undefined)) {
    throw new UsageError(
      `--include-wip-since must be a date such as 2026-01-31; got ${JSON.stringify(includeWipSince)}.`,
    );
  }
  if (publishResults === true) {
    if (flags.providerVersion === undefined) {
      throw new UsageError(
        '--publish-results requires --provider-version. Set it to the commit of the provider.',
      );
    }
    if (broker === undefined && !(pact as readonly string[]).some(isUrl)) {
      throw new UsageError(
        '--publish-results requires --broker, or --pact with a URL: files have no result to publish.',
      );
    }
  }
}
