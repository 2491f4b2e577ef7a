import { badRequest, type Call, Refusal } from '../call.js';
import { type Fields, type NewPet, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: () => Fields) => Fields) =>
  class extends Service {
    protected override fieldsOf(call: Call) {
      return fieldsOf(call, () => super.fieldsOf(call));
    }
  };

/** Another refusal where the body isn't JSON. */
const malformed = (refusal: () => Refusal) =>
  reading((call, plain) => {
    try {
      parseBody(call.body);
    } catch {
      throw refusal();
    }
    return plain();
  });

const unnamed: Fields = { name: 'unnamed' };

/** What a body has to be, and that only a good one adds an animal. */
export const section42Body: readonly BrokenVariant[] = breaking('4.2', {
  'malformed-json-is-500': [
    'A body that is not JSON fails with 500.',
    malformed(() => new Refusal(500, 'internal_error', 'Unexpected token')),
  ],
  'malformed-json-is-422': [
    'A body that is not JSON is refused with 422.',
    malformed(() => new Refusal(422, 'unprocessable', 'The body is not JSON.')),
  ],
  'malformed-json-is-404': [
    'A body that is not JSON is answered with 404.',
    malformed(() => new Refusal(404, 'not_found', 'There is no body.')),
  ],
  'malformed-json-adds-a-pet': [
    'What can be found in a body that is cut off is used: a name and a category.',
    reading((call, plain) => {
      const name = /"name"\s*:\s*"([^"]*)"/.exec(`${call.body}`)?.[1];
      const categoryId = /"categoryId"\s*:\s*(\d+)/.exec(`${call.body}`)?.[1];
      if (name === undefined || categoryId === undefined || /}\s*$/.test(`${call.body}`))
        return plain();
      return reparsed({ name, categoryId });
    }),
  ],
  'garbage-after-the-body-accepted': [
    'What follows the closing bracket of a body is ignored.',
    reading((call, plain) => {
      const flat = /^\s*{[^{}]*}/.exec(`${call.body}`)?.[0];
      return flat === undefined ? plain() : (parseBody(Buffer.from(flat)) as Fields);
    }),
  ],
  'empty-body-is-500': [
    'A creation without a body fails with 500.',
    reading((call, plain) => {
      if (call.body.length === 0) throw new TypeError('Cannot read properties of undefined');
      return plain();
    }),
  ],
  'empty-body-adds-a-pet': [
    'A creation without a body adds a pet named "unnamed".',
    class extends Service {
      protected override newPetOf(fields: Fields): NewPet {
        return fields === unnamed ? { name: 'unnamed', categoryId: 1n } : super.newPetOf(fields);
      }

      protected override fieldsOf(call: Call) {
        return call.body.length === 0 ? unnamed : super.fieldsOf(call);
      }
    },
  ],
  'array-body-adds-its-first-pet': [
    'A body that is an array adds its first pet.',
    reading((call, plain) => {
      const value = parseBody(call.body);
      return Array.isArray(value) && value.length > 0 ? (value[0] as Fields) : plain();
    }),
  ],
  'wrapped-body-accepted': [
    'A body with everything under "pet" is accepted.',
    reading((_call, plain) => {
      const fields = plain();
      return fields.name === undefined && fields.pet !== undefined
        ? (fields.pet as Fields)
        : fields;
    }),
  ],
  'form-body-accepted': [
    'A body as of an HTML form is accepted: name=Rex&categoryId=1.',
    reading((call, plain) => {
      const form = new URLSearchParams(`${call.body}`);
      const name = form.get('name');
      return name === null ? plain() : reparsed({ name, categoryId: form.get('categoryId') ?? '' });
    }),
  ],
  'null-body-is-500': [
    'A body that is null fails with 500.',
    reading((call, plain) => {
      if (parseBody(call.body) === null) throw new TypeError('Cannot destructure null');
      return plain();
    }),
  ],
  'more-fields-required': [
    'A body without a "tag" is refused with 400.',
    reading((_call, plain) => {
      const fields = plain();
      if (fields.tag === undefined) throw badRequest('tag is required.');
      return fields;
    }),
  ],
});

function reparsed({ name, categoryId }: { name: string; categoryId: string }): Fields {
  return parseBody(
    Buffer.from(`{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`),
  ) as Fields;
}
