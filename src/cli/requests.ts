import type { Command } from 'commander';
import { stringify } from 'lossless-json';
import { document } from '../admin/generated/document.js';
import type { RecordedExchange } from '../admin/schemas.js';
import { type ExchangeFilter, TooFewExchanges } from '../client/requests.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { type Note, writeNote } from '../engine/choices/notes.js';
import { formatTarget } from '../engine/interface/message.js';
import { escapeUnprintable } from '../log/redaction.js';
import { oneOf } from '../options/option-entry.js';
import { readInstant, readWholeNumber } from '../options/readers.js';
import {
  checkSandbox,
  createControlCommand,
  openSandbox,
  type TargetFlags,
} from './control-command.js';
import { readFlags } from './options.js';

const count = { legal: 'a whole number from 1 to 100000', read: readWholeNumber(1, 100_000) };
const { NoteFilter, OperationName } = document.components.schemas;
const readers = {
  operation: oneOf(OperationName.enum),
  note: oneOf(NoteFilter.enum),
  since: { legal: 'an instant such as 2030-12-05T00:00:00Z (ISO 8601)', read: readInstant },
  status: { legal: 'a status such as 201', read: readWholeNumber(100, 599) },
  after: { legal: 'the number of an exchange', read: readWholeNumber(0, Number.MAX_SAFE_INTEGER) },
  limit: count,
  wait: count,
  timeout: { legal: 'milliseconds from 0 to 60000', read: readWholeNumber(0, 60_000) },
} as const;

/** One line for people. */
function formatExchange(exchange: RecordedExchange): string {
  const { number, time, method, status, notes } = exchange;
  const line = [number, time, escapeUnprintable(`${method} ${formatTarget(exchange)}`), status];
  return [...line, ...notes.map((note) => writeNote(note as Note))].join('  ');
}

/** Lists what was received even when it is less than `--wait` asks for; that only sets the exit code. */
async function waitForRequests(sandbox: SandboxHandle, filter: ExchangeFilter) {
  try {
    return await sandbox.requests(filter);
  } catch (error) {
    if (!(error instanceof TooFewExchanges)) {
      throw error;
    }
    // The requests themselves are listed on standard output.
    console.error(error.requests.length > 0 ? error.summary : error.message);
    process.exitCode = 1;
    return error.requests;
  }
}

async function explainEmpty(flags: TargetFlags, filter: ExchangeFilter): Promise<void> {
  const { wait, timeout: _timeout, limit: _limit, ...pattern } = filter;
  // With --wait, the message is out already.
  if ((await checkSandbox(flags)) && wait === undefined) {
    const matching = Object.keys(pattern).length === 0 ? '' : ' matching';
    console.error(`The sandbox ${openSandbox(flags).name} received no${matching} requests.`);
  }
}

export function createRequestsCommand(): Command {
  return createControlCommand('requests', 'Lists the requests that a sandbox received.')
    .option('--operation <name>', `operation: ${OperationName.enum.join(', ')}`)
    .option('--status <status>', 'status of the response')
    .option('--note <kind|point>', 'note kind or open point, such as violation or list-order')
    .option('--since <instant>', 'earliest time of a request')
    .option('--after <number>', 'number of the last request to skip')
    .option('--limit <count>', 'maximum number of requests')
    .option('--wait <count>', 'number to wait for; exits with 1 on timeout')
    .option('--timeout <ms>', 'time limit for --wait (default: 3000)')
    .option('--json', 'one JSON object per line')
    .option('--clear', 'clear the journal afterwards')
    .action(async (flags) => {
      const sandbox = openSandbox(flags);
      const filter = readFlags(flags, readers) as ExchangeFilter;
      const requests = await waitForRequests(sandbox, filter);
      for (const request of requests) {
        console.log(flags.json ? stringify(request) : formatExchange(request));
      }
      if (requests.length === 0) {
        await explainEmpty(flags, filter);
      }
      if (flags.clear) {
        await sandbox.clearRequests();
      }
    });
}
