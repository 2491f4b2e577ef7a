import type { Command } from 'commander';
import { findBranch, findBuildUrl, findCommit } from '../broker/build.js';
import { Broker } from '../broker/client.js';
import {
  ContractsRejected,
  groupByConsumer,
  publishContracts,
  readContract,
} from '../broker/publish.js';
import { brokerVariables, readBrokerSettings, readVariable } from '../broker/settings.js';
import { UsageError } from '../options/usage-error.js';
import { listPactFiles, maxPacts } from '../verification/consumers/pact-sources.js';
import { collect, createCommand } from './command.js';
import type { Flags } from './options.js';

const details = `
The branch and the link to the build come from the variables of GitHub, GitLab, CircleCI, Jenkins,
Buildkite, Azure, Bitbucket, Travis or AppVeyor, or from git. Flags override variables.

Variables:
${brokerVariables}
  PACT_BROKER_CONSUMER_VERSION version
  PACT_BROKER_CONSUMER_BRANCH  branch

Exit codes: 0 published; 1 the broker rejects the contracts (the version has other contracts, for
example); 2 wrong usage, or the broker cannot be reached or rejects the credentials.

Examples:
  PACT_BROKER_BASE_URL=https://broker.example animal-store publish contracts
  animal-store publish contracts/shop.json --broker https://broker.example --branch main
`;

/** Reads a flag that is text. */
function readText(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

async function publish(paths: readonly string[], flags: Flags): Promise<void> {
  const settings = readBrokerSettings(readText(flags, 'broker'), 'animal-store publish contracts');
  const files = listPactFiles(paths);
  if (files.length > maxPacts) {
    throw new UsageError(
      `At most ${maxPacts} contracts are published at once; got ${files.length}.`,
    );
  }
  const publication = {
    version:
      readText(flags, 'consumerVersion') ??
      readVariable('PACT_BROKER_CONSUMER_VERSION') ??
      findCommit(paths),
    branch:
      readText(flags, 'branch') ?? readVariable('PACT_BROKER_CONSUMER_BRANCH') ?? findBranch(),
    tags: (flags.tag ?? []) as string[],
    buildUrl: readText(flags, 'buildUrl') ?? findBuildUrl(),
  };
  const groups = groupByConsumer(files.map(readContract));
  const broker = new Broker(settings);
  const href = await broker.findPath('pb:publish-contracts');
  for (const [consumer, contracts] of groups) {
    const notices = await publishContracts(broker, href, consumer, contracts, publication);
    console.log(notices.join('\n'));
  }
}

/** `animal-store publish`: publishes contracts to a Pact Broker. */
export function createPublishCommand(): Command {
  return createCommand(
    'publish',
    'Publishes contracts to a Pact Broker, byte for byte. The version is the git commit.',
    details,
  )
    .argument('<path...>', 'contracts: JSON files, or folders of them')
    .option('--broker <url>', 'URL of the broker')
    .option('--consumer-version <version>', 'version of the consumers (default: the git commit)')
    .option('--branch <name>', 'branch of the consumers')
    .option('--tag <name>', 'tag of the version; repeatable', collect)
    .option('--build-url <url>', 'link to the build')
    .action(async (paths: readonly string[], flags: Flags) => {
      try {
        await publish(paths, flags);
      } catch (error) {
        if (!(error instanceof ContractsRejected)) {
          throw error;
        }
        console.error(error.message);
        process.exitCode = 1;
      }
    });
}
