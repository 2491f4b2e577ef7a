import { generatePets } from '../src/catalogue/generate-pets.js';
import { writePet } from '../src/document/pet.js';
import { optionTable } from '../src/options/table.js';

/** The text of `fixtures/default.json`: what the generator makes of the default seed. */
export async function defaultFixture(): Promise<string> {
  const pets = await generatePets(optionTable.seed.default, optionTable.pets.default);
  const lines = pets.map((pet, index) => `  ${writePet(BigInt(index + 1), pet)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
