import { type Answer, type Call, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

/** As long as a query takes, so that concurrent calls meet. */
const query = 20;

/** Does something else with calls while many are under way. */
abstract class Counting extends Service {
  #underWay = 0;

  protected override async serve(call: Call): Promise<Answer> {
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

  /** @param others how many calls are under way */
  protected abstract serveBeside(others: number, call: Call): Promise<Answer>;
}

/** Forgets or changes pets so many milliseconds after they were created. */
const afterwards = (milliseconds: number, change: (pets: Pet[], pet: Pet) => Pet[]) =>
  class extends Service {
    #count = 30n;

    protected override nextId() {
      this.#count += 1n;
      return this.#count;
    }

    protected override keep(pet: Pet) {
      super.keep(pet);
      void this.wait(milliseconds).then(() => {
        this.pets = change(this.pets, pet);
      });
    }
  };

/** What fails only with many calls at once, or only after a while. */
export const concurrentLoad: readonly BrokenVariant[] = [
  {
    name: 'pool-of-ten-connections',
    breaks: '4.2',
    difference: 'With more than ten calls at once there is no connection left: 500.',
    service: class extends Counting {
      protected override async serveBeside(others: number, call: Call) {
        if (others >= 10) throw new Refusal(500, 'pool_timeout', 'No connection is free.');
        return this.serveAlone(call);
      }
    },
  },
  {
    name: 'sheds-load-from-fifteen-calls',
    breaks: '4.1',
    difference: 'With more than 15 calls at once the others are answered with 503.',
    service: class extends Counting {
      protected override async serveBeside(others: number, call: Call) {
        if (others >= 15) throw new Refusal(503, 'overloaded', 'Please try again.');
        return this.serveAlone(call);
      }
    },
  },
  {
    name: 'second-worker-with-its-own-memory',
    breaks: '4.2',
    difference: 'From six calls at once on a second process helps, which keeps its pets to itself.',
    service: class extends Counting {
      #count = 30n;

      protected override nextId() {
        this.#count += 1n;
        return this.#count;
      }

      protected override async serveBeside(others: number, call: Call) {
        const shared = this.pets;
        const answer = await this.serveAlone(call);
        if (others >= 6) this.pets = shared.filter((pet) => this.#count !== pet.id);
        return answer;
      }
    },
  },
  {
    name: 'answers-in-the-wrong-order',
    breaks: '4.3',
    difference: 'From eight calls at once on, a pet is answered to the call before.',
    service: class extends Counting {
      #latest: Answer | undefined;

      protected override async serveBeside(others: number, call: Call) {
        const answer = await this.serveAlone(call);
        if (call.operation === 'listPets') return answer;
        const before = this.#latest;
        this.#latest = answer;
        return others >= 8 && before?.status === answer.status ? before : answer;
      }
    },
  },
  {
    name: 'pets-expire',
    breaks: '4.3',
    difference: 'A created pet is gone two seconds later.',
    service: afterwards(2_000, (pets, pet) => pets.filter((one) => one !== pet)),
  },
  {
    name: 'status-lost-later',
    breaks: '4.3',
    difference: 'Two seconds after its creation a pet has lost its status.',
    service: afterwards(2_000, (pets, pet) =>
      pets.map((one) => (one === pet ? { ...one, status: undefined } : one)),
    ),
  },
];
