import type { Exchange } from '../events.js';
import { type AnswerKind, classify } from './log.js';

/** How many seconds are shown at least: the axis of fewer has milliseconds. */
const minSeconds = 60;
/** How many seconds are kept. */
const maxSeconds = 300;
/** Durations that are kept of a second; more would change its percentiles little. */
const maxDurations = 200;
/** Sandboxes that are kept: those that were used last. */
const maxSandboxes = 100;

/** What happened in one second. */
export interface Second {
  /** Seconds since 1970. */
  readonly time: number;
  readonly counts: Readonly<Record<AnswerKind, number>>;
  /** In milliseconds; undefined when no response was sent. */
  readonly median: number | undefined;
  readonly p95: number | undefined;
}

/** How often a sandbox used an open point, by the name of the point. */
interface SandboxUse {
  readonly sandbox: string;
  readonly test: string | undefined;
  readonly points: ReadonlyMap<string, number>;
}

interface Bucket {
  readonly counts: Record<AnswerKind, number>;
  readonly durations: number[];
}

function findPercentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
}

const readSecond = ({ time }: Exchange) => Math.floor(Date.parse(time) / 1_000);

/** Counts of exchanges by second and by sandbox. */
export class Statistics {
  readonly #buckets = new Map<number, Bucket>();
  readonly #sandboxes = new Map<
    string,
    { test: string | undefined; points: Map<string, number> }
  >();
  #last = 0;

  add(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const second = readSecond(exchange);
      const bucket = this.#getBucket(second);
      bucket.counts[classify(exchange)] += 1;
      this.#addDuration(bucket, exchange.duration);
      this.#addPoints(exchange);
    }
    this.#dropOldest();
  }

  /** Adds durations that were not known before; they count for the second in which they are. */
  complete(durations: readonly number[]): void {
    const bucket = this.#buckets.get(this.#last);
    for (const duration of bucket === undefined ? [] : durations) {
      this.#addDuration(bucket as Bucket, duration);
    }
  }

  /** The last seconds up to the newest exchange, without gaps, oldest first. */
  listSeconds(): readonly Second[] {
    const first = Math.min(...this.#buckets.keys(), this.#last - minSeconds + 1);
    const count = this.#last === 0 ? 0 : this.#last - first + 1;
    return Array.from({ length: count }, (_, index) => {
      const time = first + index;
      const { counts, durations } = this.#buckets.get(time) ?? createBucket();
      const sorted = durations.toSorted((one, other) => one - other);
      return {
        time,
        counts,
        median: findPercentile(sorted, 0.5),
        p95: findPercentile(sorted, 0.95),
      };
    });
  }

  /** The sandboxes that were used last, the newest first. */
  listSandboxes(): readonly SandboxUse[] {
    return [...this.#sandboxes]
      .reverse()
      .map(([sandbox, { test, points }]) => ({ sandbox, test, points }));
  }

  clear(): void {
    this.#buckets.clear();
    this.#sandboxes.clear();
    this.#last = 0;
  }

  #getBucket(second: number): Bucket {
    const bucket = this.#buckets.get(second) ?? createBucket();
    this.#buckets.set(second, bucket);
    this.#last = Math.max(this.#last, second);
    return bucket;
  }

  #addDuration({ durations }: Bucket, duration: number | undefined): void {
    if (duration !== undefined && durations.length < maxDurations) {
      durations.push(duration);
    }
  }

  #addPoints({ sandbox, test, notes }: Exchange): void {
    const use = this.#sandboxes.get(sandbox) ?? { test, points: new Map<string, number>() };
    use.test = test;
    for (const { point } of notes) {
      if (point !== undefined) {
        use.points.set(point, (use.points.get(point) ?? 0) + 1);
      }
    }
    // The last to be used comes last.
    this.#sandboxes.delete(sandbox);
    this.#sandboxes.set(sandbox, use);
  }

  #dropOldest(): void {
    for (const second of this.#buckets.keys()) {
      if (second <= this.#last - maxSeconds) {
        this.#buckets.delete(second);
      }
    }
    for (const sandbox of this.#sandboxes.keys()) {
      if (this.#sandboxes.size <= maxSandboxes) {
        return;
      }
      this.#sandboxes.delete(sandbox);
    }
  }
}

function createBucket(): Bucket {
  return { counts: { refused: 0, violation: 0, beyond: 0, open: 0, promised: 0 }, durations: [] };
}
