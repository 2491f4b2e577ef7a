import type { Answer, Call } from '../call.js';
import type { NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing } from '../variant.js';

/** The milliseconds of a query, so that concurrent calls overlap. */
const query = 20;

/** Creates pets in two steps, with a query between them. */
abstract class InTwoSteps extends Service {
  override async create(call: Call): Promise<Answer> {
    const fields = this.newPetOf(this.fieldsOf(call));
    const finish = this.begin(fields);
    await this.wait(query);
    return this.reply(201, this.shown(finish(), call), call);
  }

  /** The first step; what it returns is the second. */
  protected abstract begin(fields: NewPet): () => Pet;
}

/** State that concurrent calls share although each should have its own. */
export const concurrentState = [
  ...breaking('2', {
    'The largest id is read, and the pet is stored a query later with the next one.': class extends InTwoSteps {
      override begin(fields: NewPet) {
        const id = this.nextId(fields);
        return () => {
          const pet = { id, ...fields };
          this.keep(pet);
          return pet;
        };
      }
    },
    'The id is the number of milliseconds since 1970.': changing('nextId', () =>
      BigInt(Date.now()),
    ),
    'A call that equals another under way gets the answer of the other.': class extends Service {
      readonly #underWay = new Map<string, Promise<Answer>>();

      override async create(call: Call): Promise<Answer> {
        const key = `${call.body}`;
        const answer = this.#underWay.get(key) ?? this.wait(query).then(() => super.create(call));
        this.#underWay.set(key, answer);
        return answer.finally(() => this.#underWay.delete(key));
      }
    },
  }),
  ...breaking('4.2', {
    'The pet to be created waits for the database in a variable of the module.': class extends InTwoSteps {
      #current: NewPet | undefined;

      override begin(fields: NewPet) {
        this.#current = fields;
        return () => this.added(this.#current ?? fields);
      }
    },
    'The file of all pets is read, and written a query later with the new pet.': class extends InTwoSteps {
      #count = 30n;

      override begin(fields: NewPet) {
        this.#count += 1n;
        const pet = { id: this.#count, ...fields };
        const before = this.pets;
        return () => {
          this.pets = [...before, pet];
          return pet;
        };
      }
    },
  }),
  ...breaking('4.3', {
    'The requested id waits for the database in a variable of the module.': class extends Service {
      #petId = '';

      override async read(call: Call) {
        this.#petId = call.petId;
        await this.wait(query);
        return super.read({ ...call, petId: this.#petId });
      }
    },
  }),
  ...breaking('5', {
    'The key of a call waits for the user database in a variable of the module.': class extends Service {
      #authorization: string | undefined;

      override async answer(call: Call) {
        this.#authorization = call.headers.authorization;
        await this.wait(query);
        const { authorization: _own, ...headers } = call.headers;
        const shared = this.#authorization && { authorization: this.#authorization };
        return super.answer({ ...call, headers: { ...headers, ...shared } });
      }
    },
  }),
];
