import { longestPage } from './pets.js';
import { describeAnswer } from './provider/evidence.js';
import type { Provider } from './provider/provider.js';
import { readPetsAnswer } from './provider/read-answer.js';
import { NoAnswer, type RawAnswer } from './provider/transport.js';
import { CannotJudge, NotProved } from './verdict.js';

/** What is known of a provider before anything is created. */
export interface Probed {
  readonly categoryId: bigint;
  /** Whether someone said so, or the list did; otherwise it is a guess. */
  readonly categoryIsKnown: boolean;
  /** How many pets a page of 100 shows. */
  readonly listed: number;
}

const hints: Readonly<Record<number, string>> = {
  401: 'The provider refuses the key: give one that it accepts with --api-key.',
  403: 'The provider refuses the key: give one that it accepts with --api-key.',
  404: 'Is the address complete? It usually ends in /v1, and /pets is appended to it.',
};

function checkReached(
  provider: Provider,
  answer: RawAnswer | NoAnswer,
): asserts answer is RawAnswer {
  if (answer instanceof NoAnswer) {
    throw new CannotJudge(
      `GET /pets got no answer: ${answer.message}. Is the address right, and does the provider run?`,
    );
  }
  const { status } = answer;
  const hint =
    status >= 300 && status < 400
      ? 'Redirections are not followed: give the address that it leads to with --url.'
      : hints[status];
  if (hint !== undefined) {
    throw new CannotJudge(`GET /pets was answered ${describeAnswer(provider, answer)}. ${hint}`);
  }
}

/** What keeps one promise from being proved keeps all from it here. */
function cannotProbe(error: unknown): never {
  throw error instanceof NotProved ? new CannotJudge(`GET /pets: ${error.message}.`) : error;
}

/**
 * Finds out whether the provider can be reached and accepts the key, and which category it has.
 *
 * @throws {CannotJudge} when it can't, or doesn't
 */
export async function probe(provider: Provider, categoryId: bigint | undefined): Promise<Probed> {
  const path = `/pets?limit=${longestPage}`;
  const { answer } = await provider.call({ method: 'GET', path }).catch(cannotProbe);
  checkReached(provider, answer);
  try {
    const pets = readPetsAnswer(answer);
    const known = categoryId ?? pets[0]?.categoryId;
    return {
      categoryId: known ?? 1n,
      categoryIsKnown: known !== undefined,
      listed: pets.length,
    };
  } catch {
    // What is wrong with the answer is for the laws to say.
    return { categoryId: categoryId ?? 1n, categoryIsKnown: categoryId !== undefined, listed: 0 };
  }
}
