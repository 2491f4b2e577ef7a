import { type Answer, type Call, Refusal, unauthorized } from '../call.js';
import { isPetStatus } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing, rowsOf, sending } from '../variant.js';

/** Does something for calls without the key before they are refused. */
export const before = (look: (service: Service, call: Call) => unknown) =>
  class extends Service {
    override isAllowed() {
      return true;
    }

    override async serve(call: Call) {
      if (super.isAllowed(call)) return super.serve(call);
      await look(this, call);
      throw unauthorized();
    }
  };

/** Reads the body of a creation, as `before` the key. */
export const readBody = (service: Service, call: Call) =>
  call.operation === 'createPet' ? service.newPetOf(service.fieldsOf(call)) : undefined;

/** The key comes before anything else. */
export const first = breaking('5', {
  ...rowsOf('Without the key,', before, {
    'a list with a limit out of range is refused with 400': (service, call) =>
      call.operation === 'listPets' && service.list(call),
    'a petId of letters is refused with 422': (_service, { petId }) => {
      if (/[a-z]/.test(petId)) throw new Refusal(422, 'unprocessable', 'petId is a number.');
    },
    'a creation is refused with 401, and the pet is in the list': (service, call) => {
      try {
        const newPet = readBody(service, call);
        if (newPet !== undefined) service.added(newPet);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    },
  }),
});

/** Lets calls in that the plain service does not. */
const lettingIn = (isAllowed: (call: Call, key: string, sent: string) => boolean) =>
  changing('isAllowed', function (plain, call) {
    return plain(call) || isAllowed(call, this.apiKey, call.headers.authorization ?? '');
  });

type IsKey = (sent: string, key: string) => boolean;

/** Accepts what stands after a scheme. */
const underScheme = (scheme: string) => (isKey: IsKey) =>
  lettingIn((_call, key, sent) => {
    const [start = '', ...rest] = sent.split(' ');
    return start === scheme && isKey(rest.join(' '), key);
  });

const isMatch = (pattern: string, key: string) => new RegExp(`^${pattern}$`).test(key);

/** A key that isn't the valid one is let in. */
export const wrongKeys = breaking('5', {
  ...rowsOf('Accepted as the key:', underScheme('Bearer'), {
    'one in the other case': (sent, key) => sent.toLowerCase() === key.toLowerCase(),
    'one with another first character': (sent, key) => sent.slice(1) === key.slice(1),
    'one with another last character': (sent, key) => sent.slice(0, -1) === key.slice(0, -1),
    'one with other characters between the first and the last four': (sent, key) =>
      sent.slice(0, 4) === key.slice(0, 4) && sent.slice(-4) === key.slice(-4),
    'the key without its first character': (sent, key) => sent === key.slice(1),
    'the key without its last character': (sent, key) => sent === key.slice(0, -1),
    'its letters in another order': (sent, key) =>
      [...sent].sort().join() === [...key].sort().join(),
    '"%", which stands for any text': (sent) => sent === '%',
    '"_" for each character': (sent, key) =>
      isMatch(sent.replace(/[^\w]/g, '\\$&').replaceAll('_', '.'), key),
    'the pattern ".*"': (sent, key) => isMatch(sent.replace(/[^\w.*-]/g, '\\$&'), key),
    'the key after another Bearer': (sent, key) => sent.replaceAll('Bearer ', '') === key,
    'the key before another word': (sent, key) => sent.split(' ')[0] === key,
    'the key before a comma or a semicolon': (sent, key) => sent.split(/[,;]/)[0] === key,
    'the key in quotes': (sent, key) => sent === `"${key}"`,
    'the key as a parameter, token="KEY"': (sent, key) => sent === `token="${key}"`,
    'the key in Base64': (sent, key) => sent === Buffer.from(key).toString('base64'),
    'the key with percent signs': (sent, key) => {
      try {
        return decodeURIComponent(sent) === key;
      } catch {
        return false;
      }
    },
    'the texts "undefined" and "null"': (sent) => sent === 'undefined' || sent === 'null',
    'one that was left in the code': (sent) => sent === 'letmein-7c1f0b9e',
  }),
  ...rowsOf('Accepted in place of a bearer token:', lettingIn, {
    'anything in the Authorization header': (_call, _key, sent) => sent !== '',
    'the word Bearer alone': (_call, _key, sent) => sent.trim() === 'Bearer',
    'the key alone': (_call, key, sent) => sent === key,
    'the key after Bearer without a space': (_call, key, sent) => sent === `Bearer${key}`,
    'the key after "Bearer:"': (_call, key, sent) => /^Bearer\W+(.*)$/.exec(sent)?.[1] === key,
    'the key in X-API-Key': ({ headers }, key) => headers['x-api-key'] === key,
    'a cookie named jwt': ({ headers }, key) => `${headers.cookie}`.includes(`jwt=${key}`),
    'access_token in a body': ({ body }, key) => `${body}`.includes(`"access_token":"${key}"`),
    'access_token in a query': ({ query }, key) => query.get('access_token') === key,
  }),
  ...rowsOf('Accepted without a key:', lettingIn, {
    'a list of one status': ({ operation, query }) =>
      operation === 'listPets' && isPetStatus(query.get('status')),
    'a list with a limit': ({ operation, query }) =>
      operation === 'listPets' && /^([1-9]\d?|100)$/.test(query.get('limit') ?? ''),
  }),
  'The key is accepted under the scheme Token.': underScheme('Token')((sent, key) => sent === key),
  'The key is accepted under the scheme ApiKey.': underScheme('ApiKey')(
    (sent, key) => sent === key,
  ),
  'The key is accepted as the password of Basic authentication.': underScheme('Basic')(
    (sent, key) => Buffer.from(sent, 'base64').toString().endsWith(`:${key}`),
  ),
  'A good answer sets a cookie, and the cookie needs no key.': class extends lettingIn(
    ({ headers }) => `${headers.cookie}`.includes('session=of-rex'),
  ) {
    override reply(...given: Parameters<Service['reply']>) {
      const answer = super.reply(...given);
      const cookies = ['theme=dark; Path=/', 'session=of-rex; Path=/; HttpOnly'];
      return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies } };
    }
  },
});

/** Serves a path in another spelling like the one of the document, and lets it in without a key. */
const spelling = (rewrite: (path: string, method: string) => string) =>
  changing('answer', async function (plain, call) {
    const path = rewrite(call.path, call.method);
    if (path === call.path) return plain(call);
    const petId = /^\/pets\/([^/]+)$/.exec(path)?.[1] ?? '';
    if (path === '/pets' && call.method === 'GET') return this.list(call);
    if (path === '/pets' && call.method === 'POST') return this.create(call);
    return petId === '' ? plain(call) : this.read({ ...call, petId });
  });

/** The guard knows one spelling of a path, and the router more. */
export const spellings = breaking('5', {
  ...rowsOf('No key is needed for a path', spelling, {
    'with a slash at its end': (path) => path.replace(/\/$/, ''),
    'in capitals': (path) => path.toLowerCase(),
    'that begins with two slashes': (path) => path.replace(/^\/\//, '/'),
    'with a parameter after a semicolon': (path) => path.replace(/;.*/, ''),
    'with the ending .json': (path) => path.replace(/\.json$/, ''),
    'with an escaped letter': (path) => decodeURI(path),
    'of a pet with a slash at its end': (path) => path.replace(/(\/pets\/.+)\/$/, '$1'),
    'of a creation with a slash at its end': (path, method) =>
      method === 'POST' && path === '/pets/' ? '/pets' : path,
  }),
});

/** Changes the answer where the key is missing or invalid. */
const refusing = (change: (answer: Answer, call: Call) => Answer) =>
  changing('refused', (plain, refusal, call) => {
    const answer = plain(refusal, call);
    return refusal.status === 401 ? change(answer, call) : answer;
  });

const spoiled = new WeakSet<object>();
const close = { Connection: 'close' };

/** Fails with 500 on keys that the comparison cannot handle. */
const failing = (fails: (sent: string | undefined, key: string) => boolean) =>
  changing('isAllowed', function (plain, call) {
    if (fails(call.headers.authorization?.replace('Bearer ', ''), this.apiKey))
      throw new TypeError('cannot compare');
    return plain(call);
  });

/** A missing or invalid key is refused with 401 and an Error. */
export const refused = breaking('5', {
  'A missing key is refused with 400, a wrong one with 401.': changing(
    'refused',
    (plain, refusal, call) =>
      refusal.status === 401 && call.headers.authorization === undefined
        ? plain(new Refusal(400, refusal.code, refusal.message), call)
        : plain(refusal, call),
  ),
  'The body of a creation that is refused stays on its connection, and spoils the next call there.':
    sending((response, answer, call, plain) => {
      const socket = response.socket ?? {};
      if (spoiled.has(socket))
        return void response.writeHead(501, close).end('<h1>No such method</h1>');
      if (answer.status === 401 && call.operation === 'createPet') spoiled.add(socket);
      plain();
    }),
  'A list without the key is answered with 200 and no pets.': refusing((answer, call) =>
    call.operation === 'listPets' ? { ...answer, status: 200, body: '[]' } : answer,
  ),
  ...rowsOf('Fails with 500: a key', failing, {
    'of another length': (sent = '', key) => sent !== '' && sent.length !== key.length,
    'of more than 72 bytes': (sent = '') => sent.length > 72,
    'in an empty Authorization header': (sent) => sent === '',
    'with a letter beyond ASCII': (sent = '') => sent.includes('é'),
  }),
});
