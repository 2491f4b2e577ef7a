import type { Header } from '../interface/message.js';
import type { Change } from './change.js';
import { applyChange } from './changes.js';
import type { Journal, JournalTotals } from './journal.js';
import type { KeptExchange } from './journal-entry.js';
import type { Sandbox } from './sandbox.js';

/** An exchange as the journal keeps it; the body of its response may still be text. */
export type RecordedExchange = Omit<KeptExchange, 'responseBody'> & {
  readonly responseBody: KeptExchange['responseBody'] | string;
};

/**
 * What happened to a sandbox at once, as plain data. Its entries, applied in their order to an equal sandbox
 * anywhere, make it equal again.
 */
export interface LogEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly changes: readonly Change[];
  /** The exchange that the journal records. */
  readonly exchange?: RecordedExchange | undefined;
}

const noHeader = () => undefined;

function addKept(journal: Journal, exchange: RecordedExchange): void {
  const { method, path, query, rawHeaders, body, rawResponseHeaders: names } = exchange;
  const headers: Header[] = [];
  for (let place = 0; place < names.length; place += 2) {
    headers.push([names[place] ?? '', names[place + 1] ?? '']);
  }
  const { responseBody = '' } = exchange;
  const reply = { headers, body: typeof responseBody === 'string' ? responseBody : [responseBody] };
  const request = { method, path, query, rawHeaders, body, header: noHeader };
  journal.add(request, exchange, reply, exchange);
}

/** Applies an entry. */
export function applyLogEntry(sandbox: Sandbox, { changes, exchange }: LogEntry): void {
  for (const change of changes) {
    applyChange(sandbox, change);
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
