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
