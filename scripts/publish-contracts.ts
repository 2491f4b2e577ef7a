/**
 * Publishes `contracts/` of the current folder to a Pact Broker, with the official `pact` binary. What
 * can be said of it is in the help below: `npm run contracts:publish -- --help`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { UsageError } from '../src/options/resolve.js';

const help = `npm run contracts:publish

Publishes contracts/ to a Pact Broker, as the version that the git commit is.

Variables:
  PACT_BROKER_BASE_URL         the broker's address, such as https://broker.example (required)
  PACT_BROKER_TOKEN            the broker's token
  PACT_BROKER_USERNAME         instead of a token: a user,
  PACT_BROKER_PASSWORD         and the password
  PACT_BROKER_CONSUMER_VERSION the version (default: the git commit, if contracts/ is as committed)
  PACT_BROKER_CONSUMER_BRANCH  the branch (default: what the CI's variables or git say, if they do)
  PACT_BROKER_HTTP_RETRIES     how often a request that failed is sent again (default: 2)
  PACT_BROKER_TIMEOUT          how many seconds it may take (default: 30)

Exit codes: 0 published, 1 the broker does not take the contracts (other ones have that version, say),
2 it could not be asked: something is missing, it can't be reached, or it refuses the token.
`;

const folder = 'contracts';

/** What the user said. Spaces and line breaks around it are never meant, and an empty text is none. */
function said(variable: string): string | undefined {
  return process.env[variable]?.trim() || undefined;
}

function brokerAddress(): URL {
  const text = said('PACT_BROKER_BASE_URL');
  if (text === undefined) {
    throw new UsageError(
      'There is no Pact Broker to publish to. Set PACT_BROKER_BASE_URL to its address:\n' +
        '  PACT_BROKER_BASE_URL=https://broker.example npm run contracts:publish',
    );
  }
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw new UsageError(
      `PACT_BROKER_BASE_URL must be an address that begins with http:// or https://, and "${text.replace(/^.*@/, '***@')}" came.`,
    );
  }
  return address;
}

/** In milliseconds. */
function timeLimit(): number {
  const text = said('PACT_BROKER_TIMEOUT') ?? '30';
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) {
    throw new UsageError(
      `PACT_BROKER_TIMEOUT must be a number of seconds up to 3600, and "${text}" came.`,
    );
  }
  return seconds * 1000;
}

function git(...args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim();
    throw new UsageError(
      `The version is the git commit, and it can't be told: ${why}\n` +
        'Set PACT_BROKER_CONSUMER_VERSION to publish as another version.',
    );
  }
  return stdout.trim();
}

/** The commit, if it is what gets published: a broker holds every version to its first content. */
function commit(): string {
  const head = git('rev-parse', '--verify', 'HEAD');
  const changes = git('status', '--porcelain', '--', folder);
  if (changes !== '') {
    throw new UsageError(
      `${folder}/ isn't as it was committed, so it can't be published as the commit ${head}:\n` +
        `${changes}\n` +
        'Commit the contracts first, or set PACT_BROKER_CONSUMER_VERSION to publish as another version.',
    );
  }
  return head;
}

/** The native binary: killing its wrapper for Node.js would leave it running. */
function pactBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    return require('@pact-foundation/pact-cli/src/pact-standalone').standalone().pactFullPath;
  } catch (error) {
    throw new UsageError(`The pact binary isn't installed: ${(error as Error).message}`);
  }
}

/** What the binary gets to know. It reads address and token itself: arguments are for all to see. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.keys(process.env).filter((name) => name.startsWith('PACT_'));
  return {
    ...process.env,
    PACT_BROKER_HTTP_RETRIES: '2',
    ...Object.fromEntries(own.map((name) => [name, said(name)])),
    PACT_DO_NOT_TRACK: 'true',
  };
}

/** What the binary says, without what is nobody's business and what isn't about the user's settings. */
function withoutSecrets(output: string, { password }: URL): string {
  const secrets = [said('PACT_BROKER_TOKEN'), said('PACT_BROKER_PASSWORD'), password];
  return secrets
    .filter((secret) => secret !== undefined && secret !== '')
    .reduce((text: string, secret) => text.replaceAll(secret as string, '***'), output)
    .replace(/ URL: '.*'$/gm, '')
    .replace(/^.*auto_detect_version_properties set to true, but.*\n/gm, '')
    .trim();
}

/** Who the broker was told is publishing, in the words of the variables. */
function identity({ username }: URL): string | undefined {
  if (said('PACT_BROKER_TOKEN') !== undefined) {
    return 'the token of PACT_BROKER_TOKEN';
  }
  if (said('PACT_BROKER_USERNAME') !== undefined) {
    return 'PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD';
  }
  return username === '' ? undefined : 'the user in PACT_BROKER_BASE_URL';
}

/** Why nothing was published, from what the binary says. */
function reasonFor(output: string, broker: string, who: string | undefined): string {
  if (/failed: 40[13] /.test(output)) {
    return who === undefined
      ? `${broker} asks who is publishing. Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.`
      : `${broker} refuses ${who}.`;
  }
  return output.includes('Failed to access pact broker')
    ? `${broker} can't be reached. Is PACT_BROKER_BASE_URL right, and does it take a proxy or a certificate?`
    : `${broker} could not be asked.`;
}

function publish(): void {
  const address = brokerAddress();
  const timeout = timeLimit();
  const version = said('PACT_BROKER_CONSUMER_VERSION') ?? commit();
  const branch = said('PACT_BROKER_CONSUMER_BRANCH');
  const { error, status, stdout, stderr } = spawnSync(
    pactBinary(),
    [
      ...['broker', 'publish', folder, '--consumer-app-version', version],
      ...(branch === undefined ? [] : ['--branch', branch]),
      // Finds the branch, and a link to the build, where a CI checks out a bare commit.
      '--auto-detect-version-properties',
    ],
    { encoding: 'utf8', env: environment(), timeout, killSignal: 'SIGKILL' },
  );
  const broker = `The Pact Broker at ${address.origin}${address.pathname}`;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') {
    throw new UsageError(
      `${broker} did not answer within ${timeout / 1000} seconds (PACT_BROKER_TIMEOUT).`,
    );
  }
  if (error !== undefined) {
    throw new UsageError(`The pact binary can't be run: ${error.message}`);
  }
  const output = `${stdout}${stderr}`;
  const details = withoutSecrets(output, address);
  if (status === 0) {
    console.log(details);
  } else if (/Pact publication failed|failed validation/.test(output)) {
    console.error(`${broker} does not take the contracts as version ${version}.\n${details}`);
    process.exitCode = 1;
  } else {
    throw new UsageError(`${reasonFor(output, broker, identity(address))}\n${details}`);
  }
}

try {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') {
    console.log(help);
  } else if (argument !== undefined) {
    throw new UsageError(
      `"${argument}" is no argument: everything is said with variables. --help shows them.`,
    );
  } else {
    publish();
  }
} catch (error) {
  if (!(error instanceof UsageError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 2;
}
