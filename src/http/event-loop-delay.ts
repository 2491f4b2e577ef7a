import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the delay is measured, and for how long a measurement counts at least, in milliseconds. */
const resolution = 10;
const period = 60_000;

/** By how many milliseconds the event loop was late: the longest time that requests had to wait. */
export interface EventLoopDelay {
  readonly max: number;
  readonly p99: number;
}

const toMilliseconds = (nanoseconds: number) =>
  Math.max(0, Math.round(nanoseconds / 1e4 - resolution * 100) / 100);

function read(histogram: IntervalHistogram): EventLoopDelay {
  return histogram.count === 0
    ? { max: 0, p99: 0 }
    : { max: toMilliseconds(histogram.max), p99: toMilliseconds(histogram.percentile(99)) };
}

/** Measures the delay of the event loop. It doesn't keep the process alive. */
export class EventLoopMonitor {
  readonly #histogram = monitorEventLoopDelay({ resolution });
  #previous: EventLoopDelay = { max: 0, p99: 0 };
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#previous = read(this.#histogram);
      this.#histogram.reset();
    }, period).unref();
  }

  stop(): void {
    this.#histogram.disable();
    clearInterval(this.#timer);
  }

  /** The worst of the last one to two minutes. */
  read(): EventLoopDelay {
    const { max, p99 } = read(this.#histogram);
    return { max: Math.max(max, this.#previous.max), p99: Math.max(p99, this.#previous.p99) };
  }
}
