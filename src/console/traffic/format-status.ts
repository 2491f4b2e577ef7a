import type { Exchange } from '../events.js';

/** The status that the client received, or the fault that kept it from receiving one. */
export function formatStatus({ status, notes }: Pick<Exchange, 'status' | 'notes'>): string {
  for (const { applied } of notes) {
    const fault = applied?.match(/\bfault=(reset|empty|hang)\b/)?.[1];
    if (fault !== undefined) {
      return fault;
    }
  }
  return String(status);
}
