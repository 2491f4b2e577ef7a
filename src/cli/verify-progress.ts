import type { VerificationPlan, VerificationProgress } from '../verification/run-verification.js';
import { getSignalExitCode } from './exit-codes.js';

/** How often a log gets a line of progress, in milliseconds; a terminal shows every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, because standard output has the report only. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how much of a verification is done. */
interface Counter {
  /** @param text what is about to be done */
  begin(text: string, total: number): void;
  count(tested: number): void;
  end(): void;
}

/**
 * Shows a counter in a terminal, and a line now and then in a log.
 *
 * @param things what is counted: `requirements`
 */
export function createCounter(stream: ProgressStream, things: string): Counter {
  const tty = stream.isTTY === true;
  let all = 0;
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: (text, total) => {
      all = total;
      stream.write(text);
      if (!tty) {
        timer = setInterval(() => {
          stream.write(`${done} of ${all} ${things} tested\n`);
        }, logInterval);
      }
    },
    count: (tested) => {
      done = tested;
      if (tty) {
        stream.write(`\r${tested} of ${all}`);
      }
    },
    end: () => {
      clearInterval(timer);
      stream.write(tty ? '\r\u001b[K' : '');
    },
  };
}

export interface ShownProgress extends VerificationProgress {
  end(): void;
}

function formatPlan(
  url: string,
  { requirements, maxPets, namePrefix, oddNames }: VerificationPlan,
): string {
  const names = oddNames.map((name) => JSON.stringify(name)).join(', ');
  const pets =
    maxPets === 0
      ? 'No pets are created.'
      : `This creates at most ${maxPets} pets (more if the provider accepts invalid requests). They ` +
        'stay, because the interface has no operation to delete them. Their names contain ' +
        `"${namePrefix}", except for ${names}; --list-created lists all of them. To create none, add ` +
        '--read-only.';
  return `Verifying ${url} against ${requirements} requirements of the Animal Store interface. ${pets}\n`;
}

/** Shows the progress of a verification against the requirements. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const { begin, count, end } = createCounter(stream, 'requirements');
  return {
    onStart: (plan) => begin(formatPlan(url, plan), plan.requirements),
    onResult: count,
    end,
  };
}

/** Stops the verification on the first signal, which a partial report follows, and exits on the second. */
export function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    process.exitCode = getSignalExitCode(name);
    if (controller.signal.aborted) {
      process.exit();
    }
    controller.abort(new Error(name));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, onSignal);
  }
  return controller.signal;
}
