import type { Header } from '../interface/message.js';
import type { Change } from './change.js';
import { applyChange } from './changes.js';
import type { Journal, JournalTotals } from './journal.js';
import type { KeptExchange } from './journal-entry.js';
import type { Sandbox } from './sandbox.js';

/**
 * What happened to a sandbox at once, as plain data. Its entries, applied in their order to an equal sandbox
 * anywhere, make it equal again.
 */
export interface LogEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly changes: readonly Change[];
  /** The exchange that the journal records. */
  readonly exchange?: KeptExchange | undefined;
}

function addKept(journal: Journal, exchange: KeptExchange): void {
  const { rawResponseHeaders: names, responseBody } = exchange;
  const headers = names.flatMap((name, place): Header[] =>
    place % 2 === 0 ? [[name, names[place + 1] ?? '']] : [],
  );
  const body = responseBody === undefined ? '' : [responseBody];
  const request = { ...exchange, header: () => undefined };
  journal.add(request, exchange, { headers, body }, exchange);
}

/** Applies an entry. */
export function applyLogEntry(sandbox: Sandbox, { time, changes, exchange }: LogEntry): void {
  for (const change of changes) {
    applyChange(sandbox, change, time);
  }
  if (exchange !== undefined) {
    addKept(sandbox.journal, exchange);
  }
}

/** Restores a journal from its totals and from the last exchanges of them, which it keeps. */
export function restoreJournal(
  journal: Journal,
  { total, dropped }: JournalTotals,
  exchanges: readonly KeptExchange[],
): void {
  journal.startAfter({ total: total - exchanges.length, dropped });
  for (const exchange of exchanges) {
    addKept(journal, exchange);
  }
}
