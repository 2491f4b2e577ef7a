/**
 * Publishes `contracts/` of the current folder to a Pact Broker, with the official `pact` binary.
 * `npm run contracts:publish -- --help` shows the text below.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { UsageError } from '../src/options/usage-error.js';

const help = `npm run contracts:publish

Publishes contracts/ to a Pact Broker. The version is the git commit.

Variables:
  PACT_BROKER_BASE_URL         URL of the broker, such as https://broker.example (required)
  PACT_BROKER_TOKEN            token
  PACT_BROKER_USERNAME         user, instead of a token
  PACT_BROKER_PASSWORD         password of the user
  PACT_BROKER_CONSUMER_VERSION version (default: the git commit, if contracts/ has no changes)
  PACT_BROKER_CONSUMER_BRANCH  branch (default: from the CI's variables or git)
  PACT_BROKER_HTTP_RETRIES     retries of a failed request (default: 2)
  PACT_BROKER_TIMEOUT          maximum seconds (default: 30)

Exit codes: 0 published, 1 the broker rejects the contracts (the version has other contracts, for
example), 2 wrong usage, or the broker cannot be reached or rejects the token.
`;

const folder = 'contracts';

/** Reads a variable without surrounding white space; an empty one counts as unset. */
function readVariable(variable: string): string | undefined {
  return process.env[variable]?.trim() || undefined;
}

function readBrokerUrl(): URL {
  const text = readVariable('PACT_BROKER_BASE_URL');
  if (text === undefined) {
    throw new UsageError(
      'PACT_BROKER_BASE_URL is required. Set it to the URL of a Pact Broker:\n' +
        '  PACT_BROKER_BASE_URL=https://broker.example npm run contracts:publish',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `PACT_BROKER_BASE_URL must begin with http:// or https://; got "${text.replace(/^.*@/, '***@')}".`,
    );
  }
  return url;
}

/** Reads the timeout, in milliseconds. */
function readTimeout(): number {
  const text = readVariable('PACT_BROKER_TIMEOUT') ?? '30';
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) {
    throw new UsageError(
      `PACT_BROKER_TIMEOUT must be a number of seconds up to 3600; got "${text}".`,
    );
  }
  return seconds * 1000;
}

function runGit(...args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim();
    throw new UsageError(
      `The git commit, which is the version, cannot be read: ${why}\n` +
        'Set PACT_BROKER_CONSUMER_VERSION to publish as another version.',
    );
  }
  return stdout.trim();
}

/** Reads the commit, if contracts/ equals it: a broker accepts only one content per version. */
function readCommit(): string {
  const head = runGit('rev-parse', '--verify', 'HEAD');
  const changes = runGit('status', '--porcelain', '--', folder);
  if (changes !== '') {
    throw new UsageError(
      `${folder}/ has changes, so it cannot be published as the commit ${head}:\n` +
        `${changes}\n` +
        'Commit the contracts first, or set PACT_BROKER_CONSUMER_VERSION to publish as another version.',
    );
  }
  return head;
}

/** Finds the native binary: killing its Node.js wrapper would leave it running. */
function findPactBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    return require('@pact-foundation/pact-cli/src/pact-standalone').standalone().pactFullPath;
  } catch (error) {
    throw new UsageError(`The pact binary is not installed: ${(error as Error).message}`);
  }
}

/** Creates the binary's environment. It passes URL and token: all users can see arguments. */
function createEnvironment(): NodeJS.ProcessEnv {
  const own = Object.keys(process.env).filter((name) => name.startsWith('PACT_'));
  return {
    ...process.env,
    PACT_BROKER_HTTP_RETRIES: '2',
    ...Object.fromEntries(own.map((name) => [name, readVariable(name)])),
    PACT_DO_NOT_TRACK: 'true',
  };
}

/** Removes secrets from the binary's output, and lines that do not concern the user. */
function redactOutput(output: string, { password }: URL): string {
  const secrets = [
    readVariable('PACT_BROKER_TOKEN'),
    readVariable('PACT_BROKER_PASSWORD'),
    password,
  ];
  return secrets
    .filter((secret) => secret !== undefined && secret !== '')
    .reduce((text: string, secret) => text.replaceAll(secret as string, '***'), output)
    .replace(/ URL: '.*'$/gm, '')
    .replace(/^.*auto_detect_version_properties set to true, but.*\n/gm, '')
    .trim();
}

/** Describes the credentials by their variables. */
function describeCredentials({ username }: URL): string | undefined {
  if (readVariable('PACT_BROKER_TOKEN') !== undefined) {
    return 'the token of PACT_BROKER_TOKEN';
  }
  if (readVariable('PACT_BROKER_USERNAME') !== undefined) {
    return 'PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD';
  }
  return username === '' ? undefined : 'the user in PACT_BROKER_BASE_URL';
}

/** Describes why nothing was published. */
function describeFailure(output: string, broker: string, credentials: string | undefined): string {
  if (/failed: 40[13] /.test(output)) {
    return credentials === undefined
      ? `${broker} requires credentials. Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.`
      : `${broker} rejects ${credentials}.`;
  }
  return output.includes('Failed to access pact broker')
    ? `${broker} cannot be reached. Check PACT_BROKER_BASE_URL, and whether it needs a proxy or a certificate.`
    : `${broker} failed.`;
}

function publish(): void {
  const brokerUrl = readBrokerUrl();
  const timeout = readTimeout();
  const version = readVariable('PACT_BROKER_CONSUMER_VERSION') ?? readCommit();
  const branch = readVariable('PACT_BROKER_CONSUMER_BRANCH');
  const { error, status, stdout, stderr } = spawnSync(
    findPactBinary(),
    [
      ...['broker', 'publish', folder, '--consumer-app-version', version],
      ...(branch === undefined ? [] : ['--branch', branch]),
      // Finds the branch and a link to the build if the CI checks out a bare commit.
      '--auto-detect-version-properties',
    ],
    { encoding: 'utf8', env: createEnvironment(), timeout, killSignal: 'SIGKILL' },
  );
  const broker = `The Pact Broker at ${brokerUrl.origin}${brokerUrl.pathname}`;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') {
    throw new UsageError(
      `${broker} did not respond within ${timeout / 1000} seconds (PACT_BROKER_TIMEOUT).`,
    );
  }
  if (error !== undefined) {
    throw new UsageError(`The pact binary cannot be run: ${error.message}`);
  }
  const output = `${stdout}${stderr}`;
  const details = redactOutput(output, brokerUrl);
  if (status === 0) {
    console.log(details);
  } else if (/Pact publication failed|failed validation/.test(output)) {
    console.error(`${broker} rejects the contracts as version ${version}.\n${details}`);
    process.exitCode = 1;
  } else {
    throw new UsageError(
      `${describeFailure(output, broker, describeCredentials(brokerUrl))}\n${details}`,
    );
  }
}

try {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') {
    console.log(help);
  } else if (argument !== undefined) {
    throw new UsageError(
      `contracts:publish takes no arguments; got "${argument}". Set variables; --help lists them.`,
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
