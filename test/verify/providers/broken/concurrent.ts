import { type Call, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, CountingCalls, CountingIds, changing } from '../variant.js';

/** The milliseconds of a query, so that concurrent calls overlap. */
const query = 20;

/** What fails only with many calls at once, or only after a while. */
export const concurrentVariants: readonly BrokenVariant[] = [
  ...breaking('2', {
    'The largest id is read, and the pet is stored a query later with the next one.': changing(
      'create',
      async function (_plain, call) {
        const fields = this.newPetOf(this.fieldsOf(call));
        const pet = { id: this.nextId(fields), ...fields };
        await this.wait(query);
        this.keep(pet);
        return this.reply(201, this.shown(pet, call), call);
      },
    ),
    'The id is the number of milliseconds since 1970.': changing('nextId', () =>
      BigInt(Date.now()),
    ),
  }),
  ...breaking('4.2', {
    'With more than ten calls at once no connection is left, and the others fail with 500.': class extends CountingCalls {
      override async serveBeside(others: number, call: Call) {
        await this.wait(query);
        if (others >= 10) throw new Refusal(500, 'pool_timeout', 'No connection is free.');
        return this.serveAlone(call);
      }
    },
    'From seven calls at once, a second process helps, which keeps its pets to itself.': class extends CountingCalls {
      override async serveBeside(others: number, call: Call) {
        await this.wait(query);
        const shared = this.pets;
        const answer = await this.serveAlone(call);
        if (others >= 6) this.pets = shared.filter((pet) => this.latestId !== pet.id);
        return answer;
      }
    },
  }),
  ...breaking('4.3', {
    'Two seconds after its creation a pet is gone.': class extends CountingIds {
      override keep(pet: Pet) {
        super.keep(pet);
        void this.wait(2_000).then(() => {
          this.pets = this.pets.filter((one) => one !== pet);
        });
      }
    },
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
