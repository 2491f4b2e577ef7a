import { once } from 'node:events';
import { formatCurl } from '../base/curl.js';
import { defaultApiKey } from '../engine/admit.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { isLoopback } from '../server/guard.js';
import type { RunningSimulator } from '../simulator/node-simulator.js';
import type { Command } from './command.js';
import { abortOnSignals } from './signals.js';
import { finishRun, formatEvent, runFlags, startRun } from './simulator-run.js';

const details = `
Every option is also an environment variable (--log-level is
ANIMAL_STORE_LOG_LEVEL) and a key of the config file (logLevel), unless its line
names its variable: then it is no key. Flags override variables, which override
the config file. animal-store help open-points lists the open points and their
choices.

Limits and other rarely changed options are variables and keys, and no flags:
docs/reference.md lists them.

SIGINT (Ctrl+C), SIGTERM and SIGHUP (a closed terminal) stop it. A second SIGINT
or SIGTERM, after half a second, ends it at once; the file of --export-on-exit
then keeps its old content.

Standard output has the ready message only: its first line ends with the URL. With
--log-format json it is one line of JSON, for programs that need the port.

Exit codes: 0 stopped by a signal, 1 failed by --fail-on, 3 wrong usage or a port
or file that can't be used; 130 or 143 ended by a second SIGINT or SIGTERM.

Examples:
  animal-store                                  50 pets on http://127.0.0.1:4010/v1
  animal-store --port 0 --seed 7 --pets 1000    other pets, on a free port
  animal-store --fixture my-pets.json           a saved response of GET /pets
  animal-store --profile hostile                find assumptions of a client
  animal-store --choice list-order=shuffled     one choice other than the profile's
  animal-store --clock 2030-12-05T00:00:00Z     the day getPet is removed
  animal-store --fail-on all                    exit with 1 on any of its findings
  animal-store --upstream https://staging.example/v1    check a real service
`;

/** Formats the ready message; for people, no full stop follows the URL, so that it can be copied. */
function formatReady(
  { url, origin, port, ...other }: RunningSimulator,
  { logFormat, host, adminToken, upstream }: ResolvedOptions,
): string {
  // A configured key may be in use elsewhere, so it is not printed.
  const apiKey = other.apiKey === defaultApiKey ? defaultApiKey : undefined;
  if (logFormat === 'json') {
    return formatEvent({ ready: { url, origin, port, apiKey, upstream, pid: process.pid } });
  }
  const headers = [['Authorization', `Bearer ${apiKey ?? '<key>'}`]] as const;
  const curl = formatCurl({ method: 'GET', url: `${url}/pets`, headers });
  const console =
    adminToken === undefined && !isLoopback(host)
      ? 'none: other machines can reach this address, so it requires --admin-token'
      : `${origin}/`;
  const inFront = upstream === undefined ? '' : `\n  in front of: ${upstream}`;
  return `Animal Store simulator is ready at ${url}${inFront}\n  console: ${console}\n  try: ${curl}\n`;
}

export const command: Command = {
  description: 'Starts a simulator of the Animal Store service. Stop it with Ctrl+C or SIGTERM.',
  details,
  flags: { ...optionTable, ...runFlags },
  run: async (flags) => {
    // A person watches the terminal, so requests are logged.
    const run = await startRun(flags, { port: 4010, logLevel: 'info' });
    // Also as PID 1, which has no handlers of its own.
    const stop = abortOnSignals();
    process.stdout.write(formatReady(run.simulator, run.node.core.options));
    await once(stop, 'abort');
    process.exit(await finishRun(run));
  },
};
