import type { NewPet } from '../../engine/service/pet.js';
import { documentWords } from '../document.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './law.js';
import { offerAll } from './same-pet.js';

/**
 * What encodings, escapes and markup are prone to change, each trait by itself: a provider may refuse
 * some (the limits of names are not shown, section 8), but change none.
 */
const traits = [
  ' “Zoë” “Zoe\u0308” 犬',
  ' 🐕‍🦺',
  ` "O'Neil" \\ / %20+  \\u00e9 \${x}`,
  ' <b>&amp;</b>',
  ' with\u00a0no\u200bbreak\ufeffto\u00adsee',
];

/** What is prone to be cut off, at either end or in the middle. */
const oddNames: readonly ((name: string) => string)[] = [
  (name) => `  ${name}  `,
  (name) => `${name}\r\n\tin two lines`,
  (name) => `${name}\u0000and on`,
  ...[60, 200].map((words) => (name: string) => `${name} ${'long '.repeat(words)}end`),
];

/** Whole names, of which nobody can tell where they come from: what looks like another type may become one. */
export const wholeNames = ['', '007', 'null'] as const;

async function checkNames(trial: Trial): Promise<void> {
  const { pets } = trial;
  const named = (name: string): NewPet => ({ name, categoryId: pets.categoryId });
  const taken = await offerAll(
    trial,
    traits.map((trait) => named(pets.name() + trait)),
  );
  await offerAll(trial, [...oddNames.map((odd) => odd(pets.name())), ...wholeNames].map(named));
  if (taken === 0) {
    throw new NotProved('the provider refuses every name that would show it; it may (section 8)');
  }
}

export const namingLaw: Law = {
  section: '2',
  promise: 'a name comes back as it was sent, whatever characters it has',
  document: documentWords.name,
  creates: traits.length + oddNames.length + wholeNames.length,
  check: checkNames,
};
