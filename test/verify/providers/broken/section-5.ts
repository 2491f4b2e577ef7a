import { type Answer, type Call, Refusal, unauthorized } from '../call.js';
import { isPetStatus } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing, withBody } from '../variant.js';

/** Does something for calls without the key before they are refused. */
export const before = (look: (service: Steps, call: Call) => Promise<unknown>) =>
  class extends Steps {
    override isAllowed() {
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
export const section5First = breaking('5', {
  'Without the key a body that is not declared as JSON is refused with 415.': before(
    (service, call) => service.checkMediaType(call),
  ),
  'Without the key a list with a limit out of range is refused with 400.': before((service, call) =>
    service.checkQuery(call),
  ),
  'Without the key a creation is refused with 401, and the pet is in the list.': before(
    async (service, call) => {
      try {
        await service.store(call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    },
  ),
  'Without the key a petId of letters is refused with 422.': before(async (_service, { petId }) => {
    if (/[a-z]/.test(petId)) throw new Refusal(422, 'unprocessable', 'petId is a number.');
  }),
});

/** Lets calls in that the plain service does not. */
const lettingIn = (isAllowed: (call: Call, key: string, sent: string) => boolean) =>
  class extends Service {
    override isAllowed(call: Call) {
      const { authorization = '' } = call.headers;
      return super.isAllowed(call) || isAllowed(call, this.apiKey, authorization);
    }
  };

/** The same for what stands after `Bearer `. */
const taking = (isKey: (sent: string, key: string) => boolean) =>
  lettingIn((_call, key, sent) => sent.startsWith('Bearer ') && isKey(sent.slice(7), key));

/** A key is let in that isn't sent as a bearer token, or that isn't there any more. */
export const section5OpenOtherwise = breaking('5', {
  'The bare key without the word Bearer is accepted.': lettingIn(
    (_call, key, sent) => sent === key,
  ),
  'The key is accepted as user or password of Basic authentication.': lettingIn(
    (_call, key, sent) => {
      const [, coded] = /^Basic (.+)$/.exec(sent) ?? [];
      const pair = Buffer.from(coded ?? '', 'base64').toString();
      return pair.split(':').includes(key);
    },
  ),
  'The key is accepted in the query, as access_token or api_key.': lettingIn((call, key) =>
    ['access_token', 'api_key'].some((name) => call.query.get(name) === key),
  ),
  'The key is accepted in the header X-API-Key.': lettingIn(
    (call, key) => call.headers['x-api-key'] === key,
  ),
  'The keys "undefined" and "null" are accepted.': taking(
    (sent) => sent === 'undefined' || sent === 'null',
  ),
  'A key that was left in the code is accepted too.': taking((sent) => sent === 'letmein-7c1f0b9e'),
});

/** A missing or invalid key is let in. */
export const section5Open = breaking('5', {
  'A list that is filtered by one of the three statuses needs no key.': lettingIn(
    ({ operation, query }) => operation === 'listPets' && isPetStatus(query.get('status')),
  ),
  'A list with a limit from 1 to 100 needs no key.': lettingIn(
    ({ operation, query }) =>
      operation === 'listPets' && /^([1-9]\d?|100)$/.test(query.get('limit') ?? ''),
  ),
  'Whatever stands in the Authorization header is accepted.': lettingIn(
    (_call, _key, sent) => sent !== '',
  ),
  'Every key that is not empty is accepted.': taking((sent) => sent !== ''),
  'Reading a pet accepts every key.': lettingIn(
    (call, _key, sent) => call.operation === 'getPet' && /^Bearer ./.test(sent),
  ),
  'The word Bearer without a key is accepted.': lettingIn(
    (_call, _key, sent) => sent.trim() === 'Bearer',
  ),
  'The key without its last character is accepted.': taking(
    (sent, key) => sent === key.slice(0, -1),
  ),
  'A key of the same letters in another order is accepted: a sum is compared.': taking(
    (sent, key) => [...sent].sort().join() === [...key].sort().join(),
  ),
});

/** Another answer where the key is missing or invalid. */
const refusingKeys = (change: (answer: Answer, call: Call) => Answer) =>
  changing('refused', (plain, refusal, call) => {
    const answer = plain(refusal, call);
    return refusal.status === 401 ? change(answer, call) : answer;
  });

const withStatus = (statusOf: (call: Call) => number) =>
  changing('refused', (plain, refusal, call) => {
    const status = refusal.status === 401 ? statusOf(call) : 401;
    if (status === 401) return plain(refusal, call);
    return plain(new Refusal(status, refusal.code, refusal.message), call);
  });

/** A missing or invalid key is refused with 401 and an Error. */
export const section5Refused = breaking('5', {
  'A missing key is refused with 400, a wrong one with 401.': withStatus((call) =>
    call.headers.authorization === undefined ? 400 : 401,
  ),
  'An Authorization header without a second word fails with 500.': withStatus(({ headers }) =>
    /^\S+$/.test(headers.authorization ?? ' ') ? 500 : 401,
  ),
  'Another scheme than Bearer is refused with 400.': withStatus(({ headers }) =>
    /^(?!Bearer)\S+ /.test(headers.authorization ?? '') ? 400 : 401,
  ),
  'A list without the key is answered with 200 and no pets.': refusingKeys((answer, call) =>
    call.operation === 'listPets'
      ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[]' }
      : answer,
  ),
  'A missing or wrong key is refused with 401 and no body.': refusingKeys((answer) =>
    withBody(answer, ''),
  ),
  'A missing or wrong key is refused with 401 and an HTML page of the gateway.': refusingKeys(
    (answer) => withBody(answer, '<html><h1>401 Authorization Required</h1></html>', 'text/html'),
  ),
  'A wrong key is refused with 401 and {"message": "Unauthorized"}.': refusingKeys(
    (answer, call) =>
      call.headers.authorization === undefined
        ? answer
        : withBody(answer, '{"message":"Unauthorized"}'),
  ),
});
