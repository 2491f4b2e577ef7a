import type { Exchange } from '../events.js';

/** A duration in milliseconds or seconds; one that isn't over yet has none. */
export function formatDuration(duration: number | undefined): string {
  if (duration === undefined) {
    return 'waiting';
  }
  if (duration >= 1_000) {
    return `${(duration / 1_000).toFixed(2)} s`;
  }
  return `${duration.toFixed(duration < 10 ? 2 : 0)} ms`;
}

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
