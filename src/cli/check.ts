import { formatCount } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import type { ServiceResponse } from '../document/message.js';
import type { Forward } from '../engine/sandboxes.js';
import { openHar } from '../har/open.js';
import { readHar } from '../har/read.js';
import { defineOptions } from '../options/option.js';
import { baseUrl } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { createNodeSimulator } from '../simulator/node-simulator.js';
import { type Command, configFlag, readFlags, resolveFlags } from './command.js';
import { prepareReport, reportFlags } from './reports.js';
import { failOnFlag, finishRun } from './simulator-run.js';

const checkFlags = {
  ...defineOptions('Files', {
    url: {
      flag: '--url <url>',
      help: 'base URL of the service; by default any that ends in /v1',
      ...baseUrl(),
    },
  }),
  json: reportFlags.json,
  ...failOnFlag,
};

const { allow, pact, consumer, needs, clock, logLevel, logFormat } = optionTable;
const simulatorFlags = { allow, pact, consumer, needs, clock, logLevel, logFormat };

const details = `
Browsers, Playwright (recordHar), proxies, Postman and the console of the simulator
save HAR files, also as gzip or zip. What a file lacks, such as a body or each key,
is not checked, and counted. With --url, each path below it is the service's.

Exit codes: 0 fine; 1 failed by --fail-on; 2 when --fail-on is set and no exchange
could be checked; 3 wrong usage, or a file that can't be read.

Examples:
  animal-store check traffic.har
  animal-store check traffic.har --url https://staging.example/v1 --fail-on mismatch
`;

/** Reads a file, and shows how much of it can be checked. */
async function readFile(path: string, url: string | undefined) {
  const label = `The file ${path}`;
  const { exchanges, keys, unchecked } = readHar(await openHar(path, label), url, label);
  const counts = [...unchecked].map(([reason, count]) => `${count} ${reason}`);
  console.error(`${path}: ${[formatCount(exchanges.size, 'exchange'), ...counts].join('; ')}`);
  return { exchanges, keys };
}

export const command: Command = {
  usage: '[options] <file.har...>',
  description: 'Checks recorded traffic of a service against the interface.',
  details,
  flags: { ...checkFlags, ...simulatorFlags, ...configFlag },
  takes: 'files',
  run: async (flags, paths) => {
    const { url, failOn } = readFlags(checkFlags, flags, ['failOn']);
    if (paths.length === 0) {
      throw new UsageError('Name a HAR file, such as animal-store check traffic.har.');
    }
    const options = resolveFlags(flags, { port: 0, logLevel: 'error' });
    const save = await prepareReport('json', flags);
    const files = await Promise.all(paths.map((path) => readFile(path, url)));
    const replies = new Map(files.flatMap(({ exchanges }) => [...exchanges]));
    // No output shows the keys of the files.
    const apiKey = [...options.apiKey, ...files.flatMap(({ keys }) => keys)];
    const forward: Forward = async (request) => replies.get(request) as ServiceResponse;
    const node = createNodeSimulator({ ...options, apiKey }, undefined, forward);
    const { core } = node;
    for (const request of replies.keys()) {
      core.onExchange(await core.answer(request));
    }
    await save?.(`${JSON.stringify(core.summary(), null, 2)}\n`);
    const failure = await finishRun({ node, failOn });
    process.exitCode = failure || (replies.size === 0 && failOn.length > 0 ? 2 : 0);
  },
};
