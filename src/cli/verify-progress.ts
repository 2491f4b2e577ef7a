import type { VerificationPlan, VerificationProgress } from '../verify/run.js';

/** How often a log gets a line of progress, in milliseconds; a terminal shows every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, because standard output has the report only. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface ShownProgress extends VerificationProgress {
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
        `"${namePrefix}", except for ${names}; a JSON report (--json) lists all of them. To create none, add ` +
        '--read-only.';
  return `Verifying ${url} against ${requirements} requirements of the Animal Store interface. ${pets}\n`;
}

/** Shows how much of a verification is done: a counter in a terminal, a line now and then in a log. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const tty = stream.isTTY === true;
  let all = 0;
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    onStart: (plan) => {
      all = plan.requirements;
      stream.write(formatPlan(url, plan));
      if (!tty) {
        timer = setInterval(() => {
          stream.write(`${done} of ${all} requirements tested\n`);
        }, logInterval);
      }
    },
    onResult: (tested) => {
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
