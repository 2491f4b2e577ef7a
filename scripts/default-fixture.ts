import { generatePets } from '../src/catalogue/generate-pets.js';
import { createSeededList } from '../src/engine/pets.js';
import { optionTable } from '../src/options/table.js';

/** The text of `fixtures/default.json`: what the generator makes of the default seed. */
export async function defaultFixture(): Promise<string> {
  const pets = await generatePets(optionTable.seed.default, optionTable.pets.default);
  const lines = createSeededList(pets, 'sequential').all.map((json) => `  ${json}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
