import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { UsageError } from '../options/usage-error.js';
import {
  type RawVerifyOptions,
  resolveVerifyOptions,
  type VerifyOptionName,
  verifyOptionNames,
  verifyOptionTable,
} from '../verification/options.js';
import type { VerificationReport } from '../verification/report/report.js';
import type { VerificationProgress } from '../verification/verify.js';
import { showErrorsAsSentences } from './command-options.js';

const exitCodes: Readonly<Record<VerificationReport['outcome'], number>> = {
  held: 0,
  broken: 1,
  'not judged': 2,
};

/** Where the address and the key come from when no flag says them: a key is nothing to be typed. */
const variables = { url: 'ANIMAL_STORE_URL', apiKey: 'ANIMAL_STORE_API_KEY' } as const;

const flagName = (name: VerifyOptionName) => verifyOptionTable[name].flag.split(' ')[0] as string;

function gather(flags: Readonly<Record<string, unknown>>): RawVerifyOptions {
  const raw: RawVerifyOptions = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = process.env[variable];
    if (value !== undefined && value !== '') {
      raw[name as VerifyOptionName] = { value, calledBy: variable };
    }
  }
  for (const name of verifyOptionNames) {
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], calledBy: flagName(name) };
    }
  }
  return raw;
}

/** On standard error, so that standard output has the report alone. */
function progressTo(stream: NodeJS.WriteStream, url: string): VerificationProgress {
  let promises = 0;
  return {
    begins: (plan) => {
      promises = plan.promises;
      const pets =
        plan.mostPets === 0
          ? 'Nothing is created.'
          : `At most ${plan.mostPets} pets are created, with names that begin "animal-store verify", ` +
            `but for the names ${plan.oddNames.map((name) => JSON.stringify(name)).join(', ')} ` +
            '(more only by a provider that accepts what it should refuse). They stay: the interface ' +
            'has nothing to delete them with. To create none, add --read-only.';
      stream.write(
        `Holding ${url} to ${promises} promises of the Animal Store interface. ${pets}\n`,
      );
    },
    judged: (count) => {
      if (stream.isTTY) {
        stream.write(`\r${count} of ${promises}${count === promises ? '\r\u001b[K' : ''}`);
      }
    },
  };
}

async function save(file: string | undefined, flag: string, text: () => Promise<string> | string) {
  if (file !== undefined) {
    await writeFile(file, await text()).catch((error: Error) => {
      throw new UsageError(`${flag}: the report can't be written: ${error.message}.`);
    });
  }
}

const after = `
Exit codes: 0 no promise is broken, 1 some are, 2 the provider could not be judged (it can't be
reached, or refuses the key) or the command was wrong. What could not be proved is listed as not
proved, and never counts as held.

--url and --api-key can also be said as ${variables.url} and ${variables.apiKey}.

Examples:
  animal-store verify --url https://staging.example/v1 --api-key KEY
  animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --json report.json
  animal-store verify --url https://example/v1 --api-key KEY --read-only
`;

/** `animal-store verify`: holds a running implementation to the interface. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .usage('--url <address> --api-key <key> [options]')
    .description(
      'Holds a running implementation of the Animal Store service to every promise of the interface, ' +
        'and says of each whether it is kept: which request was sent, what the document says, what came.',
    )
    .exitOverride()
    .addHelpText('after', after);
  for (const name of verifyOptionNames) {
    const { flag, help } = verifyOptionTable[name];
    command.addOption(new Option(flag, help));
  }
  command
    .option('--json <file>', 'write the report as JSON, too')
    .option('--junit <file>', 'write the report as JUnit XML, too');
  return showErrorsAsSentences(command, 'animal-store verify --help shows all options.').action(
    async (flags: Record<string, string | undefined>) => {
      const options = resolveVerifyOptions(gather(flags), flagName);
      // Loaded when it is needed: `start` does without.
      const [{ runVerification }, { writeText }, { writeJson }, { writeJunit }] = await Promise.all(
        [
          import('../verification/verify.js'),
          import('../verification/report/text.js'),
          import('../verification/report/json.js'),
          import('../verification/report/junit.js'),
        ],
      );
      const report = await runVerification(options, progressTo(process.stderr, options.url));
      process.stdout.write(writeText(report, process.stdout.hasColors?.() ?? false));
      await save(flags.json, '--json', () => writeJson(report));
      await save(flags.junit, '--junit', () => writeJunit(report));
      process.exitCode = exitCodes[report.outcome];
    },
  );
}
