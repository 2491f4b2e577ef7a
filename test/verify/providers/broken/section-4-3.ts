import { Refusal } from '../call.js';
import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGoodOf, rowsOf } from '../variant.js';

/** Finds a pet for an id that no pet has. */
const guessing = (guess: (id: bigint, pets: readonly Pet[]) => Pet | undefined) =>
  changing('find', function (plain, petId) {
    return plain(petId) ?? (/^-?\d+$/.test(petId) ? guess(BigInt(petId), this.pets) : undefined);
  });

/** Reads an id as a parser does that is kinder than the document. */
export const reading = (read: (petId: string) => string) =>
  changing('find', (plain, petId) => plain(read(petId)));

const isLong = (petId: string) => /^-?\d+$/.test(petId) && int64Of(petId) === undefined;

/** Fails with 500 on some ids. */
const failing = (fails: (petId: string) => boolean) =>
  changing('find', (plain, petId) => {
    if (fails(petId)) throw new Refusal(500, 'error', 'out of range');
    return plain(petId);
  });

/** Remembers ids that were not found. */
export class RememberingUnknown extends Service {
  protected readonly unknown = new Set<string>();

  override find(petId: string) {
    const pet = this.unknown.has(petId) ? undefined : super.find(petId);
    if (pet === undefined) this.unknown.add(petId);
    return pet;
  }
}

/** A pet that there is can be read, and stays; an id that no pet has finds none. */
export const section43 = breaking('4.3', {
  'Reading a pet is redirected to the list.': answering((answer, call) =>
    isGoodOf('getPet', answer, call)
      ? { status: 301, headers: { ...answer.headers, Location: '/v1/pets' }, body: '' }
      : answer,
  ),
  'An id that was not found stays unknown for a minute.': RememberingUnknown,
  ...rowsOf('For an unknown id', guessing, {
    'a pet of that id is made up': (id) =>
      int64Of(`${id}`) === undefined
        ? undefined
        : { id, name: 'Rex', categoryId: 1n, status: 'available' },
    'of 0, the first pet is read': (id, pets) => (id === 0n ? pets[0] : undefined),
    'of -1, pet 1 is read': (id, pets) => pets.find((pet) => pet.id === -id),
    'that is larger by 2^32 than that of a pet, that pet is read': (id, pets) =>
      pets.find((pet) => int64Of(`${id}`) !== undefined && pet.id === BigInt.asIntN(32, id)),
    'that is larger by 2^64 than that of a pet, that pet is read': (id, pets) =>
      pets.find((pet) => pet.id === BigInt.asIntN(64, id)),
  }),
  ...rowsOf('A petId is read', reading, {
    'up to its first letter': (petId) => petId.replace(/[a-z].*/, ''),
    'in the digits of any script': (petId) => petId.normalize('NFKC'),
    'without its fraction': (petId) => petId.replace(/\.\d+$/, ''),
  }),
  ...rowsOf('Fails with 500: a petId', failing, {
    'of more than 30 digits': (petId) => petId.length > 30,
    'below -2^63': (petId) => isLong(petId) && petId.startsWith('-'),
    'with U+0000': (petId) => petId.includes('\0'),
    'that isdigit takes for a number, and int does not': (petId) => petId === '²',
    'of a byte that is not UTF-8': (petId) => petId === '%FF',
  }),
});

export const section9 = breaking('9', {
  'The deprecated operation is gone already: 410 for every pet.': changing('read', async () => {
    throw new Refusal(410, 'gone', 'Use GET /pets with a status.');
  }),
});
