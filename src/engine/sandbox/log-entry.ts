import type { Change } from './change.js';
import { applyChange } from './changes.js';
import type { ExchangeListener } from './journal.js';
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

/**
 * Applies an entry.
 *
 * @param onExchange is called when the journal has its exchange, and nobody else is
 */
export function applyLogEntry(
  sandbox: Sandbox,
  { time, changes, exchange }: LogEntry,
  onExchange?: ExchangeListener,
): void {
  for (const change of changes) {
    applyChange(sandbox, change, time);
  }
  if (exchange !== undefined) {
    sandbox.journal.addKept(exchange, onExchange);
  }
}
