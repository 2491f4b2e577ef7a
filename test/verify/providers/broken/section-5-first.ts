import { type Call, Refusal, unauthorized } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Does something for calls without the key before they are refused. */
export const before = (look: (service: Steps, call: Call) => Promise<unknown>) =>
  class extends Steps {
    protected override isAllowed() {
      return true;
    }

    override async serve(call: Call) {
      if (super.isAllowed(call)) return super.serve(call);
      await look(this, call);
      throw unauthorized();
    }
  };

/** What a service does before it comes to the key. */
class Steps extends Service {
  override serve(call: Call) {
    return super.serve(call);
  }

  async check(call: Call): Promise<void> {
    if (call.operation === 'createPet') this.newPetOf(this.fieldsOf(call));
  }

  async checkJson(call: Call): Promise<void> {
    if (call.operation === 'createPet') this.fieldsOf(call);
  }

  async checkId(call: Call): Promise<void> {
    if (call.operation === 'getPet') await this.read(call);
  }

  async checkMediaType({ operation, headers }: Call): Promise<void> {
    if (operation === 'createPet' && !/^application\/json/i.test(headers['content-type'] ?? ''))
      throw new Refusal(415, 'unsupported_media_type', 'Send application/json.');
  }

  async checkQuery(call: Call): Promise<void> {
    if (call.operation === 'listPets') await this.list(call);
  }

  async store(call: Call): Promise<void> {
    if (call.operation === 'createPet') this.added(this.newPetOf(this.fieldsOf(call)));
  }
}

/** The key comes before anything else. */
export const section5First: readonly BrokenVariant[] = breaking('5', {
  'media-type-checked-before-key': [
    'Without the key a body that is not declared as JSON is refused with 415.',
    before((service, call) => service.checkMediaType(call)),
  ],
  'query-checked-before-key': [
    'Without the key a list with a limit out of range is refused with 400.',
    before((service, call) => service.checkQuery(call)),
  ],
  'pet-stored-before-key': [
    'Without the key a creation is refused with 401, and the pet is in the list.',
    before(async (service, call) => {
      try {
        await service.store(call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
  ],
  'long-path-before-key': [
    'Without the key a petId of more than 100 digits is refused with 414.',
    before(async (_service, { petId }) => {
      if (petId.length > 100) throw new Refusal(414, 'too_long', 'The path is too long.');
    }),
  ],
  'petid-of-letters-before-key': [
    'Without the key a petId of letters is refused with 422.',
    before(async (_service, { petId }) => {
      if (/[a-z]/.test(petId)) throw new Refusal(422, 'unprocessable', 'petId is a number.');
    }),
  ],
  'wrong-key-spoils-the-good-one': [
    'The call after a refused key is refused too, whatever its key.',
    class extends Service {
      #spoilt = false;

      protected override isAllowed(call: Call) {
        const spoilt = this.#spoilt;
        this.#spoilt = !super.isAllowed(call);
        return !this.#spoilt && !spoilt;
      }
    },
  ],
});
