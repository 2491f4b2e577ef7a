import type { Decision } from '../../src/engine/exchange.js';
import { ByteRing } from '../../src/engine/sandbox/byte-ring.js';
import { JournalSlot } from '../../src/engine/sandbox/journal-entry.js';
import type { LogEntry } from '../../src/engine/sandbox/log-entry.js';

/** Creates the entry for a decision, so that it is applied as one in place of `commit`. */
export function createLogEntry({ request, reply, sandbox, changes, outcome }: Decision): LogEntry {
  const slot = new JournalSlot();
  const ring = new ByteRing();
  slot.write(sandbox.journal.total + 1, request, outcome, reply, ring);
  const exchange = slot.read(ring);
  return { time: exchange.time, changes, exchange };
}
