import { badRequest, type Call, Refusal } from '../call.js';
import { type Fields, type NewPet, parseBody } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section42Body: readonly BrokenVariant[] = [
  {
    name: 'malformed-json-is-500',
    breaks: '4.2',
    difference: 'A body that is not JSON fails with 500.',
    service: malformed(() => new Refusal(500, 'internal_error', 'Unexpected token')),
  },
  {
    name: 'malformed-json-is-422',
    breaks: '4.2',
    difference: 'A body that is not JSON is refused with 422.',
    service: malformed(() => new Refusal(422, 'unprocessable', 'The body is not JSON.')),
  },
  {
    name: 'malformed-json-is-404',
    breaks: '4.2',
    difference: 'A body that is not JSON is answered with 404.',
    service: malformed(() => new Refusal(404, 'not_found', 'There is no body.')),
  },
  {
    name: 'malformed-json-adds-a-pet',
    breaks: '4.2',
    difference: 'What can be found in a body that is cut off is used: a name and a category.',
    service: reading((call, plain) => {
      const name = /"name"\s*:\s*"([^"]*)"/.exec(`${call.body}`)?.[1];
      const categoryId = /"categoryId"\s*:\s*(\d+)/.exec(`${call.body}`)?.[1];
      if (name === undefined || categoryId === undefined || /}\s*$/.test(`${call.body}`))
        return plain();
      return reparsed({ name, categoryId });
    }),
  },
  {
    name: 'garbage-after-the-body-accepted',
    breaks: '4.2',
    difference: 'What follows the closing bracket of a body is ignored.',
    service: reading((call, plain) => {
      const flat = /^\s*{[^{}]*}/.exec(`${call.body}`)?.[0];
      return flat === undefined ? plain() : (parseBody(Buffer.from(flat)) as Fields);
    }),
  },
  {
    name: 'empty-body-is-500',
    breaks: '4.2',
    difference: 'A creation without a body fails with 500.',
    service: reading((call, plain) => {
      if (call.body.length === 0) throw new TypeError('Cannot read properties of undefined');
      return plain();
    }),
  },
  {
    name: 'empty-body-adds-a-pet',
    breaks: '4.2',
    difference: 'A creation without a body adds a pet named "unnamed".',
    service: class extends Service {
      protected override newPetOf(fields: Fields): NewPet {
        return fields === unnamed ? { name: 'unnamed', categoryId: 1n } : super.newPetOf(fields);
      }

      protected override fieldsOf(call: Call) {
        return call.body.length === 0 ? unnamed : super.fieldsOf(call);
      }
    },
  },
  {
    name: 'array-body-adds-its-first-pet',
    breaks: '4.2',
    difference: 'A body that is an array adds its first pet.',
    service: reading((call, plain) => {
      const value = parseBody(call.body);
      return Array.isArray(value) && value.length > 0 ? (value[0] as Fields) : plain();
    }),
  },
  {
    name: 'wrapped-body-accepted',
    breaks: '4.2',
    difference: 'A body with everything under "pet" is accepted.',
    service: reading((_call, plain) => {
      const fields = plain();
      return fields.name === undefined && fields.pet !== undefined
        ? (fields.pet as Fields)
        : fields;
    }),
  },
  {
    name: 'form-body-accepted',
    breaks: '4.2',
    difference: 'A body as of an HTML form is accepted: name=Rex&categoryId=1.',
    service: reading((call, plain) => {
      const form = new URLSearchParams(`${call.body}`);
      const name = form.get('name');
      return name === null ? plain() : reparsed({ name, categoryId: form.get('categoryId') ?? '' });
    }),
  },
  {
    name: 'null-body-is-500',
    breaks: '4.2',
    difference: 'A body that is null fails with 500.',
    service: reading((call, plain) => {
      if (parseBody(call.body) === null) throw new TypeError('Cannot destructure null');
      return plain();
    }),
  },
  {
    name: 'more-fields-required',
    breaks: '4.2',
    difference: 'A body without a "tag" is refused with 400.',
    service: reading((_call, plain) => {
      const fields = plain();
      if (fields.tag === undefined) throw badRequest('tag is required.');
      return fields;
    }),
  },
];

function reparsed({ name, categoryId }: { name: string; categoryId: string }): Fields {
  return parseBody(
    Buffer.from(`{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`),
  ) as Fields;
}
