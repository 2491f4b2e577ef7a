import type { NewPet } from '../../engine/pets/pet.js';
import { Broken, CannotJudge, NotProved } from '../verdict.js';
import { describeAnswer } from './evidence.js';
import { maxPage, type VerificationPets } from './pets.js';
import type { Exchange, Provider } from './provider.js';
import { readPetsAnswer } from './read-answer.js';
import { NoAnswer, type RawAnswer } from './transport.js';

const statusOf = ({ answer }: Exchange) => (answer instanceof NoAnswer ? undefined : answer.status);

function adoptIfRead(pets: VerificationPets, exchange: Exchange, newPet: NewPet): void {
  try {
    pets.adopt(pets.store.readCreated(exchange, newPet).pet);
  } catch (error) {
    if (!(error instanceof Broken)) {
      throw error;
    }
  }
}

async function offer(pets: VerificationPets, newPet: NewPet): Promise<Exchange | undefined> {
  try {
    return await pets.store.post(newPet);
  } catch (error) {
    if (error instanceof NotProved) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Creates the first pet, to find a category that is accepted: which there are is not shown (section 2).
 * Whatever else is wrong with the answer is for the laws to say.
 *
 * @param guesses the categories to try; none when someone said one
 * @throws {CannotJudge} when none is accepted, or when the key may not create
 */
export async function createFirst(
  pets: VerificationPets,
  guesses: readonly bigint[],
): Promise<void> {
  const { provider } = pets.store;
  let refused: { readonly exchange: Exchange; readonly name: string } | undefined;
  for (const categoryId of guesses.length === 0 ? [pets.categoryId] : guesses) {
    const newPet = { name: pets.name(), categoryId, status: 'available' } as const;
    const exchange = await offer(pets, newPet);
    if (exchange === undefined) {
      return;
    }
    if (statusOf(exchange) === 403) {
      throw new CannotJudge(
        `POST /pets was answered ${describeAnswer(provider, exchange.answer)}. The key may read, but ` +
          'not create: give one that may with --api-key, or add --read-only.',
      );
    }
    if (statusOf(exchange) !== 400) {
      adoptIfRead(pets, exchange, newPet);
      return;
    }
    refused = { exchange, name: newPet.name };
  }
  if (refused !== undefined && guesses.length > 0) {
    const { exchange, name } = refused;
    throw new CannotJudge(
      `POST /pets was answered ${describeAnswer(provider, exchange.answer)}. Tried were the categories ` +
        `${guesses.join(', ')}; which there are is not in the document. If it is the category that is ` +
        'refused, give one that the provider accepts with --category-id. If it is something else in ' +
        `the pet, such as its name (${JSON.stringify(name)}), let the provider accept that.`,
    );
  }
}

/** What is known of a provider before anything is created. */
export interface Probed {
  /** What was said, or the likeliest. */
  readonly categoryId: bigint;
  /** When nobody said one: the categories to try, the likeliest first. */
  readonly guesses: readonly bigint[];
}

/** So many categories of listed pets are tried. */
const maxGuesses = 5;

const outOfOrder =
  'The provider, or a gateway before it, is out of order: try again when it is back.';

const hints: Readonly<Record<number, string>> = {
  401: 'The provider refuses the key: give one that it accepts with --api-key.',
  403: 'The provider refuses the key: give one that it accepts with --api-key.',
  404: 'Is the address complete? It usually ends in /v1, and /pets is appended to it.',
  502: outOfOrder,
  503: outOfOrder,
  504: outOfOrder,
};

/** How servers refuse plain HTTP where they speak TLS: nginx, Go, Apache and Tomcat, in this order. */
const tlsAsked = /HTTPS port|HTTPS server|SSL-enabled server|requires TLS/;

function hintAt({ status, bytes }: RawAnswer): string | undefined {
  if (status >= 300 && status < 400) {
    return 'Redirections are not followed: give the address that it leads to with --url.';
  }
  if (status === 400 && tlsAsked.test(new TextDecoder().decode(bytes))) {
    return 'TLS is spoken there: give the address with https://.';
  }
  return hints[status];
}

function checkReached(
  provider: Provider,
  answer: RawAnswer | NoAnswer,
): asserts answer is RawAnswer {
  if (answer instanceof NoAnswer) {
    throw new CannotJudge(
      `GET /pets got no answer: ${answer.message}. Is the address right, with https:// where TLS is ` +
        'spoken, and does the provider run?',
    );
  }
  const hint = hintAt(answer);
  if (hint !== undefined) {
    throw new CannotJudge(`GET /pets was answered ${describeAnswer(provider, answer)}. ${hint}`);
  }
}

const path = `/pets?limit=${maxPage}`;

/** The categories of pets that the list shows; what is wrong with the answer is for the laws to say. */
function listedCategories(answer: RawAnswer): bigint[] {
  try {
    return readPetsAnswer(answer).map(({ categoryId }) => categoryId);
  } catch {
    return [];
  }
}

/**
 * Finds out whether the provider can be reached and accepts the key, and which categories it has.
 *
 * @throws {CannotJudge} when it can't, or doesn't
 */
export async function probe(provider: Provider, categoryId: bigint | undefined): Promise<Probed> {
  const { answer } = await callToProbe(provider);
  checkReached(provider, answer);
  if (categoryId !== undefined) {
    return { categoryId, guesses: [] };
  }
  const listed = [...new Set(listedCategories(answer))].slice(0, maxGuesses);
  const guesses = [...new Set([...listed, 1n])];
  return { categoryId: guesses[0] as bigint, guesses };
}

async function callToProbe(provider: Provider): Promise<Exchange> {
  try {
    return await provider.call({ method: 'GET', path });
  } catch (error) {
    throw error instanceof NotProved
      ? new CannotJudge(`GET /pets could not be called: ${error.message}.`)
      : error;
  }
}

/**
 * Looks whether the key is still accepted, once more where a single answer says no.
 *
 * @throws {CannotJudge} when the wrong keys that were tried have locked it out
 */
export async function expectNoLockout(provider: Provider): Promise<void> {
  let answer: RawAnswer | NoAnswer;
  for (let looks = 0; looks < 2; looks += 1) {
    try {
      ({ answer } = await provider.call({ method: 'GET', path }));
    } catch (error) {
      if (error instanceof NotProved) {
        return;
      }
      throw error;
    }
    if (answer instanceof NoAnswer || answer.status !== 401) {
      return;
    }
  }
  throw new CannotJudge(
    'The key was accepted at the beginning and is refused at the end (401): it seems that the ' +
      'provider locks it out because of the wrong keys that were tried. Give a key of its own with ' +
      '--api-key, for which the provider has no lockout, and try again.',
  );
}
