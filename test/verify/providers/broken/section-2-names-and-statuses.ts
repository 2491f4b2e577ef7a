import type { Answer, Call } from '../call.js';
import type { NewPet, Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing, naming, showing } from '../variant.js';

/** A name is shown as it was stored, and needn't be unique. */
export const section2NameShown = breaking('2', {
  'An empty name is accepted, and the pet is shown without a name.': showing((pet) => ({
    ...pet,
    name: pet.name === '' ? undefined : pet.name,
  })),
  'Pets in a list have no name.': showing((pet, call) =>
    call.operation === 'listPets' ? { ...pet, name: undefined } : pet,
  ),
  'In a list a name ends after 12 characters with an ellipsis.': showing((pet, call) => {
    const name = `${pet.name}`;
    return call.operation === 'listPets' && name.length > 12
      ? { ...pet, name: `${name.slice(0, 12)}…` }
      : pet;
  }),
  'The second pet of a name gets a number after it.': class extends Service {
    override added(fields: NewPet) {
      const same = this.pets.filter((pet) => pet.name === fields.name).length;
      return super.added(same === 0 ? fields : { ...fields, name: `${fields.name} (${same})` });
    }
  },
  'A second pet of a name is merged into the first, and has its id.': class extends Service {
    override added(fields: NewPet): Pet {
      return this.pets.find((pet) => pet.name === fields.name) ?? super.added(fields);
    }
  },
});

/** A name is stored as it was given. */
export const section2NameStored = breaking('2', {
  'Names are stored in lower case.': naming((name) => name.toLowerCase()),
  'A name is cut after 500 characters instead of refused.': naming((name) => name.slice(0, 500)),
  'A name ends at its first character U+0000.': naming((name) => name.replace(/\0.*/s, '')),
  'Characters beyond U+FFFF become a question mark: the table has three-byte UTF-8.': naming(
    (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ),
  'Characters that are not seen are lost: U+00AD, U+200B and U+FEFF.': naming((name) =>
    name.replace(/[\u00ad\u200b\ufeff]/g, ''),
  ),
  'Accents are lost: Zoë becomes Zoe.': naming((name) =>
    name.normalize('NFD').replace(/\p{Mn}/gu, ''),
  ),
  'What looks like an HTML tag is lost.': naming((name) => name.replace(/<[^>]*>/g, '')),
  'A single quote comes back as two.': naming((name) => name.replaceAll("'", "''")),
  'Double quotes are lost.': naming((name) => name.replaceAll('"', '')),
  'A backslash is lost.': naming((name) => name.replaceAll('\\', '')),
  'A line break or a tab becomes a space.': naming((name) => name.replace(/[\n\r\t]/g, ' ')),
  'Percent signs are decoded as in a web address: %20 becomes a space.': naming((name) =>
    name.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`))),
  ),
  'A plus sign becomes a space.': naming((name) => name.replaceAll('+', ' ')),
  'A name of digits comes back as a number: "007" as 7.': naming((name) =>
    /^\d+$/.test(name) ? BigInt(name) : name,
  ),
  'The name "null" comes back as null.': naming((name) => (name === 'null' ? null : name)),
});

/** Changes a status on its way into the store. */
const keepingStatus = (change: (status: PetStatus | undefined) => PetStatus | undefined) =>
  changing('statusOf', (plain, value) => change(plain(value)));

/** `status`: one of three words or absent, and the one that was given. */
export const section2Status = breaking('2', {
  'A pet without a status is shown with the status null.': showing((pet) => ({
    ...pet,
    status: pet.status ?? null,
  })),
  'A pet without a status has the status null in lists only.': showing((pet, call) =>
    call.operation === 'listPets' ? { ...pet, status: pet.status ?? null } : pet,
  ),
  'A status is shown in capitals.': showing((pet) => ({
    ...pet,
    status: pet.status === undefined ? undefined : `${pet.status}`.toUpperCase(),
  })),
  'A pet created as pending is available.': keepingStatus((status) =>
    status === 'pending' ? 'available' : status,
  ),
  'A pet created as sold is pending.': keepingStatus((status) =>
    status === 'sold' ? 'pending' : status,
  ),
  'The status available is taken as none and lost.': keepingStatus((status) =>
    status === 'available' ? undefined : status,
  ),
  'A pet that is read lacks its status.': showing((pet, call) =>
    call.operation === 'getPet' ? { ...pet, status: undefined } : pet,
  ),
  'Pets in a list lack their status.': showing((pet, call) =>
    call.operation === 'listPets' ? { ...pet, status: undefined } : pet,
  ),
});

/** Changes a stored pet after it was read. */
const changingWhenRead = (change: (pet: Pet) => Pet) =>
  class extends Service {
    override async read(call: Call): Promise<Answer> {
      const answer = await super.read(call);
      this.pets = this.pets.map((pet) => (`${pet.id}` === call.petId ? change(pet) : pet));
      return answer;
    }
  };

/** No operation changes the status of a pet, and a filter goes by it. */
export const section3 = breaking('3', {
  'A pet that was read is sold afterwards.': changingWhenRead((pet) => ({
    ...pet,
    status: 'sold',
  })),
  'An available pet that was read is pending afterwards.': changingWhenRead((pet) =>
    pet.status === 'available' ? { ...pet, status: 'pending' } : pet,
  ),
  'A created pet that is pending becomes available after three more calls.': class extends Service {
    #calls = 0;
    readonly #since = new Map<bigint, number>();

    override keep(pet: Pet) {
      this.#since.set(pet.id, this.#calls);
      super.keep(pet);
    }

    override async answer(call: Call) {
      this.#calls += 1;
      this.pets = this.pets.map((pet) =>
        pet.status === 'pending' && this.#calls > (this.#since.get(pet.id) ?? Infinity) + 3
          ? { ...pet, status: 'available' }
          : pet,
      );
      return super.answer(call);
    }
  },
});
