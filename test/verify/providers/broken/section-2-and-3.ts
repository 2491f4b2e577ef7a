import type { Answer, Call, Operation } from '../call.js';
import { type Fields, int64Of, type NewPet, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { breaking, CountingIds, changing, naming, rowsOf, showing, taking } from '../variant.js';

/** A name is stored as it was given, and needn't be unique. */
export const names = breaking('2', {
  ...rowsOf('A name changes:', naming, {
    'it ends after 500 characters': (name) => name.slice(0, 500),
    'it ends at U+0000': (name) => name.replace(/\0.*/s, ''),
    'a character beyond U+FFFF becomes "?"': (name) =>
      name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
    'invisible characters are lost': (name) => name.replace(/[\u00ad\u200b\ufeff]/g, ''),
    'accents are lost': (name) => name.normalize('NFD').replace(/\p{Mn}/gu, ''),
    'HTML tags are lost': (name) => name.replace(/<[^>]*>/g, ''),
    'double quotes are lost': (name) => name.replaceAll('"', ''),
    'line breaks and tabs become spaces': (name) => name.replace(/[\n\r\t]/g, ' '),
    'a plus sign becomes a space': (name) => name.replaceAll('+', ' '),
    '"1e3" becomes "1000"': (name) => (/^\de\d$/.test(name) ? '1000' : name),
    'a date gets a time': (name) => (/^\d{4}-\d\d-\d\d$/.test(name) ? `${name}T00:00:00Z` : name),
    'double braces are evaluated': (name) => name.replace(/\{\{(\w+)\}\}/g, '$1'),
    'a fraction becomes a date': (name) => name.replace(/^(\d)\/(\d)$/, '2026-0$1-0$2'),
  }),
  'A name that every object has fails with 500.': taking('nameOf')((value, plain) => {
    if (Object.hasOwn(Object.prototype, plain())) throw new TypeError('not iterable');
    return value;
  }),
});

const categorising = (change: (categoryId: bigint) => bigint) =>
  taking('categoryOf')((_value, plain) => change(plain()));

/** `categoryId`: exact over all of int64, at the borders of bits too, and where a number begins to round. */
export const categories = breaking('2', {
  ...rowsOf('A category changes:', categorising, {
    // Some stores pack small values only.
    '2^8 becomes 0': (value) => (value === 2n ** 8n ? 0n : value),
    '2^32 becomes 0': (value) => (value === 2n ** 32n ? 0n : value),
    'up to 2^32 it is rounded to 32 bits': (value) =>
      value > 0n && value < 2n ** 32n ? BigInt(Math.fround(Number(value))) : value,
  }),
  'A pet of category 0 is accepted and shown without a category.': showing((pet) => ({
    ...pet,
    categoryId: pet.categoryId || undefined,
  })),
});

/** Changes how one operation shows a pet. */
const showingIn = (operation: Operation) => (change: (shown: Fields, pet: Pet) => Fields) =>
  showing((shown, call, pet) =>
    call.operation === operation ? { ...shown, ...change(shown, pet) } : shown,
  );

/** Every field is there and of its type wherever a pet is shown. */
export const shownPets = breaking('2', {
  ...rowsOf('In a list, pets have', showingIn('listPets'), {
    'no category': () => ({ categoryId: undefined }),
    'no name': () => ({ name: undefined }),
    'no status': () => ({ status: undefined }),
    'categories rounded beyond 2^53': (_, pet) => ({ categoryId: BigInt(Number(pet.categoryId)) }),
  }),
  'A pet that is read has no status.': showingIn('getPet')(() => ({ status: undefined })),
  ...rowsOf('A pet is shown with', showing, {
    'the id as a string of digits': (pet) => ({ ...pet, id: `${pet.id}` }),
    'the status null for none': (pet) => ({ ...pet, status: pet.status ?? null }),
  }),
});

/** `id`: unique, and the service's own. */
export const ids = breaking('2', {
  'A client that sends an id gets that id.': class extends Service {
    #sent: bigint | undefined;

    override newPetOf(fields: Fields) {
      this.#sent = int64Of(`${fields.id ?? ''}`);
      return super.newPetOf(fields);
    }

    override nextId(fields: NewPet) {
      return this.#sent ?? super.nextId(fields);
    }
  },
  'Pets are kept by name: the newest one takes the place of others.': class extends CountingIds {
    override keep(pet: Pet) {
      this.pets = this.pets.filter(({ name }) => name !== pet.name);
      super.keep(pet);
    }
  },
  'The id is a hash of the name, so equal names share it.': changing(
    'nextId',
    (_plain, { name }) =>
      [...name].reduce((hash, letter) => hash * 31n + BigInt(letter.charCodeAt(0)), 7n) % 2n ** 62n,
  ),
  'Ids are above 2^53 and written through a double, so the last digits are lost.': class extends Service {
    override nextId() {
      return 9007199254740935n + BigInt(this.pets.length) * 2n;
    }

    override shown(pet: Pet, call: Call) {
      return { ...super.shown(pet, call), id: BigInt(Number(pet.id)) };
    }
  },
});

/** `status`: the one that was given, which no operation changes. */
export const statuses = [
  ...breaking('2', {
    'A pet created as pending is available.': taking('statusOf')((value, plain) =>
      value === 'pending' ? 'available' : plain(),
    ),
  }),
  ...breaking('3', {
    'A pet that was read is sold afterwards.': changing(
      'read',
      async function (plain, call): Promise<Answer> {
        const answer = await plain(call);
        this.pets = this.pets.map((pet) =>
          `${pet.id}` === call.petId ? { ...pet, status: 'sold' } : pet,
        );
        return answer;
      },
    ),
  }),
];
