import { type Answer, type Call, notFound, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, showing } from '../variant.js';

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
  {
    name: 'pets-lost-after-a-while',
    breaks: '4.3',
    difference: 'A created pet is gone four calls later.',
    service: class extends Service {
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
  },
  {
    name: 'pets-lost-after-a-day',
    breaks: '4.3',
    difference: 'Everything is lost when the process is started anew, which happens once a day.',
    service: class extends Service {
      #started = Date.now();

      override async answer(call: Call) {
        if (Date.now() - this.#started > 24 * 3600 * 1000) {
          this.#started = Date.now();
          this.open();
        }
        return super.answer(call);
      }
    },
    detectable: false,
    reason: 'Nobody waits a day for a verdict, or can start the provider anew from outside.',
  },
  {
    name: 'name-changes-when-read',
    breaks: '4.3',
    difference: 'The name of a pet that is read has the number of readings after it.',
    service: finding((pet, count) =>
      count === 1 ? pet : { ...pet, name: `${pet.name} (${count})` },
    ),
  },
  {
    name: 'pet-read-without-id',
    breaks: '4.3',
    difference: 'A pet that is read has no id.',
    service: showing(({ id, ...pet }, call) =>
      call.operation === 'getPet' ? pet : { id, ...pet },
    ),
  },
  {
    name: 'pet-read-without-name',
    breaks: '4.3',
    difference: 'A pet that is read has no name.',
    service: showing((pet, call) =>
      call.operation === 'getPet' ? { ...pet, name: undefined } : pet,
    ),
  },
  {
    name: 'neighbour-of-a-large-id',
    breaks: '4.3',
    difference: 'Ids are above 2^53 and compared as doubles, so a neighbour is read.',
    service: class extends Service {
      protected override nextId() {
        return 2n ** 60n + BigInt(this.pets.length);
      }

      protected override find(petId: string) {
        return this.pets.find((pet) => Number(pet.id) === Number(petId));
      }
    },
  },
  {
    name: 'reading-remembers-the-first-pet',
    breaks: '4.3',
    difference: 'The pet that was read first is given for every other id: the cache has one key.',
    service: class extends Service {
      #first: Answer | undefined;

      protected override async read(call: Call) {
        this.#first ??= await super.read(call);
        return this.#first;
      }
    },
  },
  {
    name: 'reading-removed-early',
    breaks: '9',
    difference: 'The deprecated operation is gone already: 410 for every pet.',
    service: class extends Service {
      protected override async read(): Promise<Answer> {
        throw new Refusal(410, 'gone', 'Use GET /pets with a status.');
      }
    },
  },
  {
    name: 'reading-not-there',
    breaks: '9',
    difference: 'The deprecated operation is gone already: 404 for every pet.',
    service: class extends Service {
      protected override async read(): Promise<Answer> {
        throw notFound();
      }
    },
  },
];
