import type { Call } from '../call.js';
import { type Fields, fieldsOf, int64Of, type NewPet, type Pet, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** Ids given in steps from a first one on. */
const withIds = (idAt: (count: number, fields: NewPet) => bigint) =>
  class extends Service {
    protected created = 0;

    protected override nextId(fields: NewPet) {
      this.created += 1;
      return idAt(this.created, fields);
    }
  };

/** `id`: unique, and the service's own. */
export const section2IdGiven: readonly BrokenVariant[] = breaking('2', {
  'id-from-the-client': [
    'A client that sends an id gets that id.',
    class extends Service {
      protected override fieldsOf(call: Call) {
        const fields = super.fieldsOf(call);
        this.#sent = int64Of(`${fields.id ?? ''}`);
        return fields;
      }

      #sent: bigint | undefined;

      protected override nextId(fields: NewPet) {
        return this.#sent ?? super.nextId(fields);
      }
    },
  ],
  'sent-id-in-the-answer': [
    'The answer to a creation repeats the id that was sent, not the one assigned.',
    showing((pet, call) => {
      if (call.operation !== 'createPet') return pet;
      const sent: Fields = fieldsOf(parseBody(call.body));
      return { ...pet, id: sent.id ?? pet.id };
    }),
  ],
  'id-of-the-second': [
    'The id is the clock in seconds, so pets of one second share it.',
    withIds(() => BigInt(Math.floor(Date.now() / 1000))),
  ],
  'id-from-few-random-numbers': [
    'Ids go round after three created pets.',
    withIds((count) => 100n + BigInt(count % 3)),
  ],
  'id-is-the-category': [
    'A created pet has the id of its category.',
    withIds((_count, fields) => fields.categoryId),
  ],
  'id-from-the-name': [
    'The id is a hash of the name, so equal names share it.',
    withIds(
      (_count, { name }) =>
        [...name].reduce((hash, letter) => hash * 31n + BigInt(letter.charCodeAt(0)), 7n) %
        2n ** 62n,
    ),
  ],
  'id-per-process': [
    'Two processes count on their own, so every id is given twice.',
    withIds((count) => 30n + BigInt(Math.ceil(count / 2))),
  ],
  'id-taken-by-a-first-pet': [
    'Created pets are counted from 1, where the first pets already are.',
    withIds((count) => BigInt(count)),
  ],
  'id-shared-by-concurrent-creations': [
    'Pets created at the same time get the same id.',
    class extends Service {
      protected override async create(call: Call) {
        const newPet = this.newPetOf(this.fieldsOf(call));
        const pet = { id: this.nextId(newPet), ...newPet };
        await this.wait(15);
        this.keep(pet);
        return this.reply(201, this.shown(pet, call), call);
      }
    },
  ],
  'id-is-the-place-on-the-page': [
    'Pets in a list have their place on the page as id.',
    class extends Service {
      protected override shownPage(page: readonly Pet[], call: Call) {
        return page.map((pet, index) => ({ ...this.shown(pet, call), id: index + 1 }));
      }
    },
  ],
  'id-counted-on-in-the-answer': [
    'The answer to a creation has the id that the next pet will get.',
    showing((pet, call, { id }) =>
      call.operation === 'createPet' ? { ...pet, id: id + 1n } : pet,
    ),
  ],
});
