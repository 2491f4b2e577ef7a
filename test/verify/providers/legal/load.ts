import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { permitting } from '../variant.js';

/** The document states neither how long an answer takes nor how many calls at once are too many. */
export const legalLoad = permitting({
  'Each call waits until the one before is answered, which takes 50 ms.': class extends Service {
    #last: Promise<unknown> = Promise.resolve();

    override async answer(call: Call): Promise<Answer> {
      const answer = this.#last.then(() => this.wait(50)).then(() => super.answer(call));
      this.#last = answer;
      return answer;
    }
  },
  'Each answer takes 200 ms.': class extends Service {
    override async answer(call: Call): Promise<Answer> {
      await this.wait(200);
      return super.answer(call);
    }
  },
  'Each answer takes 20 ms for each call that is under way.': class extends Service {
    #underWay = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#underWay += 1;
      await this.wait(20 * this.#underWay);
      this.#underWay -= 1;
      return super.answer(call);
    }
  },
  'A call beside twelve others is answered with 429.': class extends Service {
    #underWay = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#underWay += 1;
      await this.wait(20);
      const answer =
        this.#underWay > 12
          ? this.refused(new Refusal(429, 'too_many_requests', 'Please wait.'), call)
          : await super.answer(call);
      this.#underWay -= 1;
      return answer;
    }
  },
});
