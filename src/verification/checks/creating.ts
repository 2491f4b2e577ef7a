import type { NewPet } from '../../engine/pets/pet.js';
import { documentWords } from '../document.js';
import { writeNewPet } from '../provider/animal-store.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './check.js';
import { offerAll, readsBack } from './same-pet.js';

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

const namingLaw: Law = {
  section: '2',
  promise: 'a name comes back as it was sent, whatever characters it has',
  document: documentWords.name,
  creates: traits.length + oddNames.length + wholeNames.length,
  check: checkNames,
};

/** Where 32 bits, a JavaScript number and a missing sign give in, and what looks like nothing. */
const trickyCategories = [
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  0n,
];

/** How many are created at once. */
const atOnce = 3;

/** Far from where services begin to count, and nowhere near the end of int64. */
const ownId = 4_611_686_018_427_387_905n;

/** The same NewPet as other writers of JSON put it. */
async function checkWriting(trial: Trial): Promise<void> {
  const { pets } = trial;
  const { categoryId } = pets;
  const name = pets.name();
  const escaped = name.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  const body = `\r\n{\t"status" : "sold",\n "categoryId":${categoryId} ,\n "name": "${escaped}"\n}\n`;
  const { pet } = await pets.create({ name, categoryId, status: 'sold' }, body);
  await readsBack(trial, pet);
}

async function checkCategories(trial: Trial): Promise<void> {
  const { pets } = trial;
  const offered = trickyCategories.map((categoryId) => ({ name: pets.name(), categoryId }));
  if ((await offerAll(trial, offered)) === 0) {
    throw new NotProved(
      'the provider refuses the categories that would show it, as one that knows its categories may',
    );
  }
}

/** An `id` in a NewPet may be ignored, refused or given back under no name; it is never the pet's. */
async function checkOwnIds(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  const earlier = await pets.withStatus('available');
  for (const id of [ownId, earlier.id]) {
    const newPet = { name: pets.name(), categoryId: pets.categoryId };
    const told = await pets.offer(newPet, `{"id":${id},${writeNewPet(newPet).slice(1)}`);
    if (told?.pet.id === id) {
      throw store.broken(told.exchange, 'an identifier that the service assigned', "the client's");
    }
  }
  await readsBack(trial, earlier, 'the pet as it was before another was created with its id');
}

/** Equal bodies at once: nothing may be merged, and no identifier given twice. */
async function checkAtOnce(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  const name = pets.name();
  const told = await Promise.all(Array.from({ length: atOnce }, () => pets.create({ name })));
  const ids = new Set<bigint>();
  for (const { pet, exchange } of told) {
    if (ids.has(pet.id)) {
      throw store.broken(exchange, 'an identifier of its own', 'one that another pet has');
    }
    ids.add(pet.id);
  }
  for (const one of told) {
    await readsBack(trial, one.pet);
  }
}

export const creatingLaws: readonly Law[] = [
  {
    section: '1',
    promise: 'a body is read as JSON, whatever its order, white space and escapes',
    document: documentWords.json,
    creates: 1,
    check: checkWriting,
  },
  namingLaw,
  {
    section: '2',
    promise: 'a categoryId comes back to its last digit, over the whole of int64',
    document: documentWords.categoryId,
    creates: trickyCategories.length,
    check: checkCategories,
  },
  {
    section: '2',
    promise: 'the service assigns identifiers, whatever a client sends',
    document: documentWords.id,
    creates: 2,
    check: checkOwnIds,
  },
  {
    section: '2',
    promise: 'pets that are created at once, even from equal bodies, are pets of their own',
    document: documentWords.id,
    creates: atOnce,
    check: checkAtOnce,
  },
];
