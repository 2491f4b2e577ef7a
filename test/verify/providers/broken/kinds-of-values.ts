import type { Answer, Call } from '../call.js';
import type { NewPet, Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGoodOf, naming, withBody } from '../variant.js';

/** Names that some layer treats as something else. */
export const namesTaken = breaking('2', {
  'The name "true" comes back as true.': naming((name) => (name === 'true' ? true : name)),
  'The name "1e3" comes back as 1000.': naming((name) => (/^\de\d$/.test(name) ? '1000' : name)),
  'A name that is a date gets a time.': naming((name) =>
    /^\d{4}-\d\d-\d\d$/.test(name) ? `${name}T00:00:00Z` : name,
  ),
  'A name that is JSON comes back as its value.': naming((name) => (name === '{}' ? {} : name)),
  'What stands in double braces is evaluated.': naming((name) =>
    name.replace(/\{\{(\w+)\}\}/g, '$1'),
  ),
  'What begins like a variable is replaced.': naming((name) => name.replace(/\$\{?\w+\}?/g, '')),
  'A name is a format: %s and %d are replaced.': naming((name) => name.replace(/%[sd]/g, '')),
  'Numeric references of HTML are decoded.': naming((name) =>
    name.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  ),
  'A question mark is taken for a parameter of the query.': naming((name) =>
    name.replaceAll('?', 'NULL'),
  ),
  'What follows two hyphens is a comment of the query.': naming((name) => name.replace(/--.*/, '')),
  'A backslash and an n become a line break.': naming((name) => name.replaceAll('\\n', '\n')),
});

const categorising = (change: (categoryId: bigint) => bigint) =>
  changing('categoryOf', (plain, value) => change(plain(value)));

/** Wraps a value around at a number of bits, unless it is far larger: some stores pack small values only. */
const wrapping = (bits: number, isSigned: boolean) =>
  categorising((categoryId) => {
    const wrapped = isSigned ? BigInt.asIntN(bits, categoryId) : BigInt.asUintN(bits, categoryId);
    return categoryId >= 0n && categoryId <= 2n ** BigInt(bits) ? wrapped : categoryId;
  });

/** Categories at the borders of bits, and where a number begins to round. */
export const categoryBorders = breaking('2', {
  'Categories have 8 bits with a sign: 128 becomes -128.': wrapping(8, true),
  'Categories have 8 bits: 256 becomes 0.': wrapping(8, false),
  'Categories have 16 bits with a sign: 32768 becomes -32768.': wrapping(16, true),
  'Categories have 16 bits: 65536 becomes 0.': wrapping(16, false),
  'Categories have 24 bits with a sign: 8388608 becomes -8388608.': wrapping(24, true),
  'Categories have 32 bits with a sign: 2147483648 becomes -2147483648.': wrapping(32, true),
  'Categories have 32 bits: 4294967296 becomes 0.': wrapping(32, false),
  'Categories up to 2^32 are numbers of 32 bits: 16777217 becomes 16777216.': categorising(
    (categoryId) =>
      categoryId > 0n && categoryId < 2n ** 32n
        ? BigInt(Math.fround(Number(categoryId)))
        : categoryId,
  ),
  'Category -1 is taken for none and becomes 0.': categorising((categoryId) =>
    categoryId === -1n ? 0n : categoryId,
  ),
});

/** Caches of what was not there. */
export const cachedAbsence = breaking('4.3', {
  'An id that was not found stays unknown for a minute.': class extends Service {
    readonly #unknown = new Set<string>();

    override find(petId: string) {
      const pet = this.#unknown.has(petId) ? undefined : super.find(petId);
      if (pet === undefined) this.#unknown.add(petId);
      return pet;
    }
  },
});

/** Changes the text of a list that is longer than a buffer. */
const beyond = (size: number, change: (body: Buffer) => string | Buffer) =>
  answering((answer, call) => {
    const body = Buffer.from(answer.body);
    const isLong = isGoodOf('listPets', answer, call) && body.length > size;
    return isLong ? withBody(answer, change(body)) : answer;
  });

const kibi = 1_024;

/** Decodes a text piece by piece, so that letters at the borders are lost. */
const inPieces = (size: number) => (body: Buffer) => {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size).toString(),
  );
  return pieces.join('');
};

/** Lists larger than the buffers on the way. */
export const listBuffers = breaking('1', {
  'A list of more than 4 KiB is cut off.': beyond(4 * kibi, (body) => body.subarray(0, 4 * kibi)),
  'A list of more than 8 KiB is empty.': beyond(8 * kibi, () => '[]'),
  'A list of more than 16 KiB loses letters where one buffer ends.': beyond(
    16 * kibi,
    inPieces(16 * kibi),
  ),
  'A list of more than 64 KiB is cut off.': beyond(64 * kibi, (body) => body.subarray(0, 65_535)),
});

/** A store of 500 pets, of which a page shows the newest. */
class Large extends Service {
  override firstPets(): Pet[] {
    return Array.from({ length: 500 }, (_, index) => ({
      id: BigInt(index + 1),
      name: `Rex ${(index * 7919) % 1009}`,
      categoryId: 1n,
      status: (['available', 'pending', 'sold', undefined] as const)[index % 4],
    }));
  }

  override page(limit: number, filter: PetStatus | undefined): Pet[] {
    const { pets } = this;
    this.pets = pets.toReversed();
    const page = super.page(limit, filter);
    this.pets = pets;
    return page;
  }
}

/** What a small store shows, in one that no page shows whole. */
export const largeStores = breaking('4.1', {
  'Of 500 pets, newest first: the filter sold never shows a new pet.': class extends Large {
    override matches(pet: Pet, filter: PetStatus) {
      return super.matches(pet, filter) && !(filter === 'sold' && pet.id > 500n);
    }
  },
  'Of 500 pets, newest first: every tenth pet is in no list.': class extends Large {
    override page(limit: number, filter: PetStatus | undefined) {
      const page = super.page(Number.POSITIVE_INFINITY, filter);
      return page.filter(({ id }) => id % 10n !== 0n).slice(0, limit);
    }
  },
  'Of 500 pets, newest first: names in lists end after 12 characters.': class extends Large {
    override shown(pet: Pet, call: Call) {
      const shown = super.shown(pet, call);
      return call.operation === 'listPets' ? { ...shown, name: pet.name.slice(0, 12) } : shown;
    }
  },
  'Of 500 pets, newest first: a rejected pet is created nevertheless.': class extends Large {
    override newPetOf(fields: Parameters<Service['newPetOf']>[0]): NewPet {
      if (fields.categoryId === undefined && typeof fields.name === 'string') {
        this.added({ name: fields.name, categoryId: 1n, status: this.statusOf(fields.status) });
      }
      return super.newPetOf(fields);
    }
  },
});

/** An empty list is a list. */
export const emptyLists = breaking('4.1', {
  'There are no pets at the start, and an empty list is answered with 404.': class extends Service {
    override firstPets() {
      return [];
    }

    override async list(call: Call): Promise<Answer> {
      const answer = await super.list(call);
      const none = { code: 'not_found', message: 'There are no pets.', status: 404 };
      return `${answer.body}` === '[]' ? this.reply(404, none, call) : answer;
    }
  },
});
