import type { NewPet } from '../engine/service/pet.js';
import type { VerificationPets } from './pets.js';
import { describeAnswer } from './provider/evidence.js';
import type { Exchange } from './provider/provider.js';
import { NoAnswer } from './provider/transport.js';
import { Broken, CannotJudge, NotProved } from './verdict.js';

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
