import type { Command } from 'commander';
import { stringify } from 'lossless-json';
import { document } from '../admin/generated/document.js';
import type { RecordedExchange } from '../admin/schemas.js';
import { type ExchangeFilter, TooFewExchanges } from '../client/requests.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { type Note, writeNote } from '../engine/choices/notes.js';
import { formatTarget } from '../engine/interface/message.js';
import { escapeUnprintable } from '../log/redaction.js';
import { readInstant, readWholeNumber } from '../options/readers.js';
import {
  asCommand,
  checkSandbox,
  controlCommand,
  nameOf,
  readFlags,
  sandboxOf,
  type TargetFlags,
} from './target.js';

const count = { legal: 'a whole number from 1', read: readWholeNumber(1, 100_000) };
const { NoteFilter, OperationName } = document.components.schemas;
const readers = {
  operation: nameOf(OperationName.enum),
  note: nameOf(NoteFilter.enum),
  since: { legal: 'an instant such as 2030-12-05T00:00:00Z (ISO 8601)', read: readInstant },
  status: { legal: 'a status such as 201', read: readWholeNumber(100, 599) },
  after: { legal: 'the number of an exchange', read: readWholeNumber(0, Number.MAX_SAFE_INTEGER) },
  limit: count,
  wait: count,
  timeout: { legal: 'milliseconds up to 60000', read: readWholeNumber(0, 60_000) },
} as const;

/** One line for people. */
function inWords(exchange: RecordedExchange): string {
  const { number, time, method, status, notes } = exchange;
  const line = [number, time, escapeUnprintable(`${method} ${formatTarget(exchange)}`), status];
  return [...line, ...notes.map((note) => writeNote(note as Note))].join('  ');
}

/** What came; when it isn't as much as was waited for, that is no failure of the command. */
async function waitFor(sandbox: SandboxHandle, filter: ExchangeFilter) {
  try {
    return await sandbox.requests(filter);
  } catch (error) {
    if (!(error instanceof TooFewExchanges)) {
      throw error;
    }
    // What came is listed anyway.
    console.error(error.requests.length > 0 ? error.summary : error.message);
    process.exitCode = 1;
    return error.requests;
  }
}

/** Says why nothing is shown. */
async function explainNothing(flags: TargetFlags, filter: ExchangeFilter): Promise<void> {
  const { wait, timeout: _timeout, limit: _limit, ...kind } = filter;
  // Who waited has been told already that nothing came.
  if ((await checkSandbox(flags)) && wait === undefined) {
    const nothing = Object.keys(kind).length === 0 ? 'Nothing' : 'Nothing of that kind';
    console.error(`${nothing} was sent to the sandbox ${sandboxOf(flags).name}.`);
  }
}

/** `animal-store requests`: the journal of a sandbox. */
export function requestsCommand(): Command {
  return controlCommand('requests', 'Shows what was sent to a sandbox of a running simulator.')
    .option('--operation <name>', 'only those of listPets, createPet or getPet')
    .option('--status <status>', 'only those that were answered so')
    .option('--note <kind|point>', 'only those with such a note: open, violation, list-order, …')
    .option('--since <instant>', 'only those from this instant on')
    .option('--after <number>', 'only those behind the one with this number')
    .option('--limit <count>', 'at most so many')
    .option('--wait <count>', 'wait until so many fit; exit 1 when they do not come')
    .option('--timeout <ms>', 'how long to wait (default: 3000)')
    .option('--json', 'one JSON object on a line')
    .option('--clear', 'forget them afterwards')
    .action((flags) =>
      asCommand(async () => {
        const sandbox = sandboxOf(flags);
        const filter = readFlags(flags, readers) as ExchangeFilter;
        const requests = await waitFor(sandbox, filter);
        for (const request of requests) {
          console.log(flags.json ? stringify(request) : inWords(request));
        }
        if (requests.length === 0) {
          await explainNothing(flags, filter);
        }
        if (flags.clear) {
          await sandbox.clearRequests();
        }
      }),
    );
}
