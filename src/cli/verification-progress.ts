import type { VerificationPlan } from '../verification/plan.js';
import type { VerificationProgress } from '../verification/verify.js';

/** How often a log is told how far it is, in milliseconds: a terminal sees every step. */
const logInterval = 10_000;

/** Where progress is shown: standard error, so that standard output has the report alone. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Progress for people, and what there is to say of a verification that is stopped. */
export interface ShownProgress extends VerificationProgress {
  /** How many pets were created by now. */
  readonly createdPets: number;
  /** No more lines. */
  end(): void;
}

function announcement(url: string, { promises, mostPets, oddNames }: VerificationPlan): string {
  const pets =
    mostPets === 0
      ? 'Nothing is created.'
      : `At most ${mostPets} pets are created (more only by a provider that accepts what it should ` +
        'refuse). Their names say "animal-store verify", but for the odd names ' +
        `${oddNames.map((name) => JSON.stringify(name)).join(', ')}. ` +
        'They stay: the interface has nothing to delete them with. To ' +
        'create none, add --read-only.';
  return `Holding ${url} to ${promises} promises of the Animal Store interface. ${pets}\n`;
}

/** Shows how far a verification is: a counter in a terminal, a line now and then in a log. */
export function showProgress(stream: ProgressStream, url: string): ShownProgress {
  const tty = stream.isTTY === true;
  const clearLine = tty ? '\r\u001b[K' : '';
  let promises = 0;
  let judged = 0;
  let createdPets = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => stream.write(`${judged} of ${promises} promises judged\n`);
  return {
    begins: (plan) => {
      promises = plan.promises;
      stream.write(announcement(url, plan));
      timer = tty ? undefined : setInterval(tell, logInterval);
    },
    judged: (count) => {
      judged = count;
      if (tty) {
        stream.write(`\r${judged} of ${promises}`);
      }
    },
    created: (count) => {
      createdPets = count;
    },
    get createdPets() {
      return createdPets;
    },
    end: () => {
      clearInterval(timer);
      stream.write(clearLine);
    },
  };
}
