import { type Answer, type Call, Refusal } from '../call.js';
import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGood, sending, showing } from '../variant.js';

/** Finds a pet in another way; `count` is how often this id was asked for. */
const finding = (find: (pet: Pet, count: number) => Pet | undefined) =>
  class extends Service {
    readonly #counts = new Map<bigint, number>();

    override find(petId: string) {
      const pet = super.find(petId);
      if (pet === undefined) return undefined;
      const count = (this.#counts.get(pet.id) ?? 0) + 1;
      this.#counts.set(pet.id, count);
      return find(pet, count);
    }
  };

/** A pet is read as it is, and stays. */
export const section43Again = [
  ...breaking('4.3', {
    'The name of a pet that is read has the number of readings after it.': finding((pet, count) =>
      count === 1 ? pet : { ...pet, name: `${pet.name} (${count})` },
    ),
    'A pet that is read has no id.': showing(({ id, ...pet }, call) =>
      call.operation === 'getPet' ? pet : { id, ...pet },
    ),
    'A pet that is read has no name.': showing((pet, call) =>
      call.operation === 'getPet' ? { ...pet, name: undefined } : pet,
    ),
  }),
  ...breaking('9', {
    'The deprecated operation is gone already: 410 for every pet.': changing('read', async () => {
      throw new Refusal(410, 'gone', 'Use GET /pets with a status.');
    }),
  }),
];

const read = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) =>
    call.operation === 'getPet' && isGood(answer) ? change(answer, call) : answer,
  );

/** A pet that there is can be read. */
export const section43Known = breaking('4.3', {
  'Reading a pet is redirected to the list.': read((answer) => ({
    ...answer,
    status: 301,
    headers: { Location: '/v1/pets' },
    body: '',
  })),
  'A pet can be read once; after that it is not found.': finding((pet, count) =>
    count > 1 ? undefined : pet,
  ),
  'A pet can be read three times; after that it is not found.': finding((pet, count) =>
    count > 3 ? undefined : pet,
  ),
});

/** Finds a pet for an id that no pet has. */
const guessing = (guess: (id: bigint, pets: readonly Pet[]) => Pet | undefined) =>
  class extends Service {
    override find(petId: string) {
      const id = int64Of(petId);
      return super.find(petId) ?? (id === undefined ? undefined : guess(id, this.pets));
    }
  };

/** An id that no pet has finds no pet. */
export const section43OtherIds = breaking('4.3', {
  'For an unknown id the pet of the next smaller id is read.': guessing((id, pets) =>
    pets.findLast((pet) => pet.id < id),
  ),
  'For an unknown id a pet of that id is made up.': guessing((id) => ({
    id,
    name: 'Rex',
    categoryId: 1n,
    status: 'available',
  })),
  'For the id 0, which no pet has, the first pet is read.': guessing((id, pets) =>
    id === 0n ? pets[0] : undefined,
  ),
  'For the id -1, which no pet has, pet 1 is read.': guessing((id, pets) =>
    pets.find((pet) => pet.id === -id),
  ),
  'For an id that is larger by 2^32 than that of a pet, that pet is read.': guessing((id, pets) =>
    pets.find((pet) => pet.id === BigInt.asIntN(32, id)),
  ),
});

/** Answers in another way where the pet isn't found. */
const missing = (change: (answer: Answer) => Answer) =>
  changing('refused', (plain, refusal, call) => {
    const answer = plain(refusal, call);
    return refusal.status === 404 && call.operation === 'getPet' ? change(answer) : answer;
  });

const good = (body: string) => missing((answer) => ({ ...answer, status: 200, body }));

/** A pet that there isn't: 404 and an Error. */
export const section43Unknown = breaking('4.3', {
  'An unknown pet is answered with 200 and null.': good('null'),
  'An unknown pet is answered with 200 and [].': good('[]'),
  'An unknown pet is answered with 200 and no body.': good(''),
  'An unknown pet is answered with 204.': missing(() => ({ status: 204, headers: {}, body: '' })),
  'An unknown pet is never answered.': sending((_response, answer, call, plain) => {
    if (answer.status !== 404 || call.operation !== 'getPet') plain();
  }),
});
