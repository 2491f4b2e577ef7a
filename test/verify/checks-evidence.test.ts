import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { variantNamed } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { doubtfulVariants } from './providers/doubtful.js';

/** By words of a requirement, what it finds of providers: cases, what they expect, and what is wrong. */
const found: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'array of pets for each status': {
    'filter-sold-shows-pending':
      'failed: status=sold; expected only pets with the status sold; 8 of 8 pets have another status; the first of them is pet 1, whose status is pending',
  },
  'create separate pets': {
    'id-from-the-name':
      'failed: request 2 of 20 and 3 more; expected a unique id; the id is that of another pet',
    'names-made-unique':
      'failed: request 2 of 20 and 2 more; expected 201 with the pet as it was sent, and its id; name differs from character 7 on: expected "test-2", got "test-2 (1)"',
  },
  'each get their own': {
    'error-of-401-without-message':
      'failed: request 2 of 20 and 9 more; expected 401 with an Error; message of the Error must be a string; got none',
    'status-missing-when-read':
      'failed: request 1 of 20 and 9 more; expected the requested pet, beside other requests; status is missing; expected available',
  },
  'as many pets as limit': {
    'limit-1-gives-none':
      'failed: limit=1 and 3 more; expected 1 pets, because the store has at least 30; 0 pets received',
    'limit-1-means-no-limit':
      'failed: limit=1 and 3 more; expected at most 1 pets; 33 pets received for limit=1',
    'no-default-limit-with-a-filter':
      'failed: limit=none, status=available and 2 more; expected at most 20 pets; 31 pets received for no limit, which means 20',
  },
  'returns created pets unchanged': {
    'limit-ignored':
      'failed: limit=100; expected the pet 31 on the page, which shows all pets; 20 pets received, and not this one',
    'list-starts-twice':
      'failed: set-up; expected every pet at most once; pets 1 and 2 of 31 have the same id 1',
    'status-missing-in-lists':
      'failed: limit=100; expected only pets with the status available; 9 of 9 pets have another status; the first of them is pet 1, whose status is missing',
  },
  'all pets with that status': {
    'filter-misses-the-newest':
      'failed: status=pending; expected the pet 30, which has the status pending; 7 pets received, and not this one',
    'list-hides-sold-pets':
      'failed: status=sold; expected the pet 3, which status=sold shows, on the page, which shows all pets; 23 pets received, and not this one',
  },
  'unusual query': {
    'limit-0-is-500': 'advice: query limit=0; expected 200 with Pets, or a status from 400 to 499',
    'list-with-206':
      'failed: query limit=1&limit=2 and 2 more; expected 200 with Pets, or an Error',
  },
  'at the end': {
    'status-missing-when-read':
      'failed: created pet number 1; expected the pet as createPet returned it, after all other requests; status is missing; expected available',
    'reading-sells':
      'failed: listPets with the first pet; expected the pet 31 as returned before; status is sold; expected available',
  },
  'name is returned': {
    'name-trimmed': 'advice: name with spaces at both ends; expected the name as it was sent',
    'name-with-quote-is-500':
      'failed: name with quotes, backslashes and escapes; expected 201 with the Pet, or 400 with an Error',
    'name-cut-at-500':
      'failed: name with more than 1,000 characters; expected 201 with the pet as it was sent, and its id; name differs from character 501 on: expected …"long long long long long…", got …"long long lo"',
    'id-from-the-name':
      'failed: name with nothing but ""; expected the pet as createPet returned it; the pet is another one with the id 7',
  },
  'no animal can have': {
    'letters-after-an-id-ignored':
      'advice: id of a pet followed by "abc" and 1 more; expected 404 with an Error',
    'id-wraps-at-64-bits':
      'failed: id of a pet plus 2^64; expected 404 with an Error, or another status from 400 to 499',
  },
  'every body that is not': {
    'number-name-accepted': 'failed: name 0; expected 400 with an Error',
    'comments-accepted': 'advice: a comment in the JSON; expected 400 with an Error',
  },
  'content type application/json': {
    'list-as-html-page':
      'failed: listPets with Accept: */*; expected 200 with JSON; the content type must be application/json (section 1); got "text/html"',
  },
  'similar to the valid': {
    'key-compared-by-a-collation':
      'failed: listPets with the valid key in the opposite case; expected 401 with an Error',
    'bytes-beyond-ascii-refused-by-the-server':
      'advice: listPets with a first character of the valid key that is not ASCII; expected 401 with an Error',
  },
  'half a surrogate': {
    'lone-surrogates-replaced':
      'advice: createPet with the escape \\ud83d alone in the name; expected the name as it was sent',
  },
  'whatever else is wrong': {
    'media-type-checked-before-key':
      'failed: createPet with a body of type text/plain without a key and 1 more; expected 401 with an Error',
  },
  'creates no pet': {
    'key-of-other-length-is-500':
      'failed: createPet with an invalid key is rejected; expected 401 with an Error',
  },
  'whatever its type': {
    'large-body-refused-in-html':
      'failed: body of 130 kB; expected 400 or 413 with an Error; the content type must be application/json (section 1); got "text/html"',
  },
  'as clients write it': {
    'body-read-by-a-pattern':
      'failed: name last, escaped letters, tabs and line breaks; expected 201 with the Pet',
  },
  'every digit, over': {
    'zero-category-left-out':
      'failed: categoryId 0; expected 201 with the Pet, or 400 with an Error; categoryId of the Pet is required (section 2)',
  },
  'as listPets shows it': {
    'name-changes-when-read':
      'failed: the first 5 listed pets, twice; expected the pet as the request before returned it; name differs from character 4 on: expected "Rex", got "Rex (2)"',
    'status-missing-when-read':
      'failed: the first 5 listed pets, twice; expected the pet as listPets returned it; status is missing; expected available',
  },
  'the service assigns': {
    'sent-id-in-the-answer':
      'failed: createPet with an unused id and 1 more; expected an id that the service assigned; the id is that of the request',
  },
  'with another id': {
    'id-rounded':
      'failed: id of a pet minus 1; expected the pet with the id 9007199254740995, or 404; id is 9007199254740996; expected 9007199254740995',
    'negative-id-loses-its-sign':
      'failed: id -1; expected the pet with the id -1, or 404; id is 1; expected -1',
  },
};

const rows = Object.entries(found).flatMap(([requirement, providers]) =>
  Object.entries(providers).map(([provider, words]) => ({ requirement, provider, words })),
);

test.each(rows)('"$requirement" and $provider', async ({ requirement, provider, words }) => {
  const { service } = variantNamed([...brokenVariants, ...doubtfulVariants], provider);

  const { verdict, cases } = await runNamedCheck(requirement, createContext(new service()));

  const deciding = cases.filter((one) => one.verdict === verdict);
  const { expected, problem = [] } = deciding[0]?.evidence ?? {};
  const more = deciding.length > 1 ? ` and ${deciding.length - 1} more` : '';
  const parts = [`${deciding[0]?.name}${more}`, `expected ${expected}`, problem];
  expect(`${verdict}: ${parts.flat().join('; ')}`).toBe(words);
});
