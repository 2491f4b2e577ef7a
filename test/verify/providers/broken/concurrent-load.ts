import { type Answer, type Call, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { breaking, CountingIds } from '../variant.js';

/** The milliseconds of a query, so that concurrent calls overlap. */
const query = 20;

/** Serves calls in another way while many are under way. */
abstract class Counting extends CountingIds {
  #underWay = 0;

  override async serve(call: Call): Promise<Answer> {
    this.#underWay += 1;
    try {
      const others = this.#underWay - 1;
      await this.wait(query);
      return await this.serveBeside(others, call);
    } finally {
      this.#underWay -= 1;
    }
  }

  protected serveAlone(call: Call): Promise<Answer> {
    return super.serve(call);
  }

  /** @param others how many other calls are under way */
  protected abstract serveBeside(others: number, call: Call): Promise<Answer>;
}

/** Refuses a call beside too many others. */
const refusingFrom = (max: number, refusal: Refusal) =>
  class extends Counting {
    override async serveBeside(others: number, call: Call) {
      if (others >= max) throw refusal;
      return this.serveAlone(call);
    }
  };

/** Forgets or changes each pet some time after its creation. */
const afterwards = (milliseconds: number, change: (pets: Pet[], pet: Pet) => Pet[]) =>
  class extends CountingIds {
    override keep(pet: Pet) {
      super.keep(pet);
      void this.wait(milliseconds).then(() => {
        this.pets = change(this.pets, pet);
      });
    }
  };

/** What fails only with many calls at once, or only after a while. */
export const concurrentLoad = [
  ...breaking('4.2', {
    'With more than ten calls at once no connection is left, and the others fail with 500.':
      refusingFrom(10, new Refusal(500, 'pool_timeout', 'No connection is free.')),
    'From seven calls at once, a second process helps, which keeps its pets to itself.': class extends Counting {
      override async serveBeside(others: number, call: Call) {
        const shared = this.pets;
        const answer = await this.serveAlone(call);
        if (others >= 6) this.pets = shared.filter((pet) => this.latestId !== pet.id);
        return answer;
      }
    },
  }),
  ...breaking('4.1', {
    'With more than 15 calls at once the others are answered with 503.': refusingFrom(
      15,
      new Refusal(503, 'overloaded', 'Please try again.'),
    ),
  }),
  ...breaking('4.3', {
    'From nine calls at once, a call gets the pet of the call before it.': class extends Counting {
      #latest: Answer | undefined;

      override async serveBeside(others: number, call: Call) {
        const answer = await this.serveAlone(call);
        if (call.operation === 'listPets') return answer;
        const before = this.#latest;
        this.#latest = answer;
        return others >= 8 && before?.status === answer.status ? before : answer;
      }
    },
    'A created pet is gone two seconds later.': afterwards(2_000, (pets, pet) =>
      pets.filter((one) => one !== pet),
    ),
    'Two seconds after its creation a pet loses its status.': afterwards(2_000, (pets, pet) =>
      pets.map((one) => (one === pet ? { ...one, status: undefined } : one)),
    ),
  }),
];
