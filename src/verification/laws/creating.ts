import type { NewPet } from '../../engine/service/pet.js';
import { isSamePet, type Told, writeNewPet } from '../animal-store.js';
import { documentWords } from '../document.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './law.js';

/** What encodings, escapes and markup are prone to change; nothing in it may be refused. */
const trickyName = ` “Zoë” “Zoe\u0308” \\ "O'Neil" / <b>&amp;</b>  %20+ 犬 🐕‍🦺 \\u00e9 \${x}`;

/** Names that a provider may refuse (their limits are not shown, section 8), but not change. */
const oddNames: readonly ((name: string) => string)[] = [
  (name) => `  ${name}  `,
  (name) => `${name}\r\n\tin two lines`,
  (name) => `${name}\u0000and on`,
  (name) => `${name} ${'long '.repeat(60)}end`,
  // These are the whole name: what looks like another type is prone to become one.
  () => '',
  () => '007',
  () => 'null',
];

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

async function readsBack({ store }: Trial, { pet }: Told): Promise<void> {
  const { pet: read, exchange } = await store.get(pet.id);
  if (!isSamePet(pet, read)) {
    throw store.broken(exchange, 'the pet as createPet told it');
  }
}

/** Creates what a provider may refuse, and reads it back where it doesn't. How many were taken? */
async function offerAll(trial: Trial, newPets: readonly NewPet[]): Promise<number> {
  let taken = 0;
  for (const newPet of newPets) {
    const told = await trial.pets.offer(newPet);
    if (told !== undefined) {
      taken += 1;
      await readsBack(trial, told);
    }
  }
  return taken;
}

async function checkNames(trial: Trial): Promise<void> {
  const { pets } = trial;
  const { categoryId } = pets;
  await readsBack(trial, await pets.create({ name: pets.name() + trickyName }));
  await offerAll(
    trial,
    oddNames.map((odd) => ({ name: odd(pets.name()), categoryId })),
  );
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
async function checkOwnIds({ store, pets }: Trial): Promise<void> {
  const earlier = await pets.withStatus('available');
  for (const id of [ownId, earlier.id]) {
    const newPet = { name: pets.name(), categoryId: pets.categoryId };
    const told = await pets.offer(newPet, `{"id":${id},${writeNewPet(newPet).slice(1)}`);
    if (told?.pet.id === id) {
      throw store.broken(told.exchange, 'an identifier that the service assigned', "the client's");
    }
  }
  const { pet, exchange } = await store.get(earlier.id);
  if (!isSamePet(pet, earlier)) {
    throw store.broken(exchange, 'the pet as it was before another was created with its id');
  }
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
    await readsBack(trial, one);
  }
}

export const creatingLaws: readonly Law[] = [
  {
    section: '2',
    promise: 'a name comes back as it was sent, whatever characters it has',
    document: documentWords.name,
    creates: 1 + oddNames.length,
    check: checkNames,
  },
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
