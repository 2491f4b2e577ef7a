import { type Answer, badRequest, type Call, Refusal } from '../call.js';
import type { Fields, NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, showing, withBody } from '../variant.js';

/** Changes the answer to a creation that went well. */
const created = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) => (answer.status === 201 ? change(answer, call) : answer));

/** A creation is answered with 201 and the pet. */
export const section42Answer = breaking('4.2', {
  'A creation is answered with 200.': created((answer) => ({ ...answer, status: 200 })),
  'A creation is answered with 204 and no body.': created(() => ({
    status: 204,
    headers: {},
    body: '',
  })),
  'A creation is answered with a redirect to the pet.': created((answer) => ({
    status: 303,
    headers: { Location: `/v1/pets/${/"id":(\d+)/.exec(`${answer.body}`)?.[1]}` },
    body: '',
  })),
  'A creation is answered with null.': created((answer) => withBody(answer, 'null')),
  'A creation is answered with the id only.': showing(({ id, ...pet }, call) =>
    call.operation === 'createPet' ? { id } : { id, ...pet },
  ),
});

/** Does something else at some creations, counted from 1. */
const creating = (before: (count: number, fields: NewPet, pets: readonly Pet[]) => NewPet) =>
  class extends Service {
    #count = 0;

    override added(fields: NewPet) {
      this.#count += 1;
      return super.added(before(this.#count, fields, this.pets));
    }
  };

/** A creation adds the pet that was sent, each time. */
export const section42Creation = breaking('4.2', {
  'A second pet of a name is refused with 409.': creating((_count, fields, pets) => {
    if (pets.some((pet) => pet.name === fields.name))
      throw new Refusal(409, 'conflict', 'There is a pet of this name.');
    return fields;
  }),
});

/** Does something when a body is refused, and perhaps something else from then on. */
class Remembering extends Service {
  protected refusals = 0;

  protected afterRefusal(_fields: Fields): void {}

  override newPetOf(fields: Fields): NewPet {
    try {
      return super.newPetOf(fields);
    } catch (error) {
      this.refusals += 1;
      this.afterRefusal(fields);
      throw error;
    }
  }
}

/** A refused body changes nothing. */
export const section42RefusedEffects = breaking('4.2', {
  'A pet with an unknown status is refused, and is in the list without it.': class extends Remembering {
    override afterRefusal({ name, categoryId }: Fields) {
      const fields = { name: this.nameOf(name), categoryId: this.categoryOf(categoryId) };
      this.added(fields);
    }
  },
  'A refused creation takes the newest pet away: it is rolled back once too often.': class extends Remembering {
    override afterRefusal() {
      this.pets.pop();
    }

    override nextId() {
      return BigInt(this.pets.length + 1 + this.refusals);
    }
  },
  'After a refused creation the next good one is refused too.': class extends Remembering {
    #refusedBefore = 0;

    override newPetOf(fields: Fields) {
      const newPet = super.newPetOf(fields);
      const failed = this.refusals > this.#refusedBefore;
      this.#refusedBefore = this.refusals;
      if (failed) throw badRequest('current transaction is aborted');
      return newPet;
    }
  },
  'After a refused creation the next list fails with 500.': class extends Remembering {
    #refusedBefore = 0;

    override async list(call: Call) {
      const failed = this.refusals > this.#refusedBefore;
      this.#refusedBefore = this.refusals;
      if (failed) throw new Error('current transaction is aborted');
      return super.list(call);
    }
  },
  'A refused name is kept, and the next pet is created with it.': class extends Remembering {
    #name: string | undefined;

    override afterRefusal({ name }: Fields) {
      if (typeof name === 'string') this.#name = name;
    }

    override newPetOf(fields: Fields) {
      const newPet = super.newPetOf(fields);
      const name = this.#name ?? newPet.name;
      this.#name = undefined;
      return { ...newPet, name };
    }
  },
});
