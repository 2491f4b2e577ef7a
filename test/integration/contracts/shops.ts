import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function readShop(example: string) {
  const name = `${example}-shop`;
  const path = `../../../examples/${example}/contracts/${name}.json`;
  const file = fileURLToPath(new URL(path, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const { interactions } = JSON.parse(text) as { interactions: { description: string }[] };
  return { name, file, text, descriptions: interactions.map(({ description }) => description) };
}

/** The example shops, whose recorded contracts are committed. */
export const shops = ['curl', 'playwright', 'vitest'].map(readShop);
