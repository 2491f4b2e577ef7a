import { type Answer, type Call, notFound, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** Finds a pet in another way; `count` is how often this id was asked for. */
const finding = (find: (pet: Pet, count: number) => Pet | undefined) =>
  class extends Service {
    readonly #counts = new Map<bigint, number>();

    protected override find(petId: string) {
      const pet = super.find(petId);
      if (pet === undefined) return undefined;
      const count = (this.#counts.get(pet.id) ?? 0) + 1;
      this.#counts.set(pet.id, count);
      return find(pet, count);
    }
  };

/** A pet is read as it is, and stays. */
export const section43Again: readonly BrokenVariant[] = [
  ...breaking('4.3', {
    'pets-lost-after-a-while': [
      'A created pet is gone four calls later.',
      class extends Service {
        readonly #left = new Map<Pet, number>();

        protected override keep(pet: Pet) {
          this.#left.set(pet, 5);
          super.keep(pet);
        }

        protected override nextId() {
          return BigInt(31 + this.#left.size);
        }

        override async answer(call: Call) {
          for (const [pet, left] of this.#left) this.#left.set(pet, left - 1);
          this.pets = this.pets.filter((pet) => (this.#left.get(pet) ?? 1) > 0);
          return super.answer(call);
        }
      },
    ],
    'pets-lost-after-a-day': [
      'Everything is lost when the process is started anew, which happens once a day.',
      class extends Service {
        #started = Date.now();

        override async answer(call: Call) {
          if (Date.now() - this.#started > 24 * 3600 * 1000) {
            this.#started = Date.now();
            this.open();
          }
          return super.answer(call);
        }
      },
      'Nobody waits a day for a verdict, or can start the provider anew from outside.',
    ],
    'name-changes-when-read': [
      'The name of a pet that is read has the number of readings after it.',
      finding((pet, count) => (count === 1 ? pet : { ...pet, name: `${pet.name} (${count})` })),
    ],
    'pet-read-without-id': [
      'A pet that is read has no id.',
      showing(({ id, ...pet }, call) => (call.operation === 'getPet' ? pet : { id, ...pet })),
    ],
    'pet-read-without-name': [
      'A pet that is read has no name.',
      showing((pet, call) => (call.operation === 'getPet' ? { ...pet, name: undefined } : pet)),
    ],
    'neighbour-of-a-large-id': [
      'Ids are above 2^53 and compared as doubles, so a neighbour is read.',
      class extends Service {
        protected override nextId() {
          return 2n ** 60n + BigInt(this.pets.length);
        }

        protected override find(petId: string) {
          return this.pets.find((pet) => Number(pet.id) === Number(petId));
        }
      },
    ],
    'reading-remembers-the-first-pet': [
      'The pet that was read first is given for every other id: the cache has one key.',
      class extends Service {
        #first: Answer | undefined;

        protected override async read(call: Call) {
          this.#first ??= await super.read(call);
          return this.#first;
        }
      },
    ],
  }),
  ...breaking('9', {
    'reading-removed-early': [
      'The deprecated operation is gone already: 410 for every pet.',
      class extends Service {
        protected override async read(): Promise<Answer> {
          throw new Refusal(410, 'gone', 'Use GET /pets with a status.');
        }
      },
    ],
    'reading-not-there': [
      'The deprecated operation is gone already: 404 for every pet.',
      class extends Service {
        protected override async read(): Promise<Answer> {
          throw notFound();
        }
      },
    ],
  }),
];
