import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { variantNamed } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { doubtfulVariants } from './providers/doubtful.js';

/** By words of a requirement, what it finds of providers: cases, what they expect, and what is wrong. */
const found: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'array of pets for each status': {
    'filter-sold-shows-pending':
      'failed: status=sold; expected only pets with the status sold; 8 of 8 pets have another status; the first of them is pet 1, whose status is pending; a filtered page has pets with another status',
    'sold-pets-twice-in-lists':
      'failed: status=sold; expected every pet at most once; pets 1 and 2 of 14 have the same id 3; two pets have the same id',
  },
  'concurrent createPet requests can be read': {
    'filter-misses-the-newest':
      'failed: burst 1 of 3: listPets with all pets, burst 3 of 3: listPets with all pets; expected the pet 43 on the page, which shows all pets; 10 pets received, and not this one; a pet that exists is missing',
    'status-missing-when-read':
      'failed: burst 1 of 3: getPet of each pet, burst 2 of 3: getPet of each pet, burst 3 of 3: getPet of each pet; expected the pet as createPet returned it; status is missing; expected available; status of the Pet changes',
  },
  'create separate pets': {
    'id-from-the-name':
      'failed: burst 1 of 3: each pet as it was sent, burst 2 of 3: each pet as it was sent, burst 3 of 3: each pet as it was sent; expected a unique id; the id is that of another pet',
    'names-made-unique':
      'failed: burst 1 of 3: each pet as it was sent, burst 2 of 3: each pet as it was sent, burst 3 of 3: each pet as it was sent; expected 201 with the pet as it was sent, and its id; name differs from character 7 on: expected "test-4", got "test-4 (1)"; name of the Pet changes',
  },
  'requested pet while other': {
    'status-missing-when-read':
      'failed: burst 1 of 3: getPet, burst 3 of 3: getPet; expected the requested pet, beside other requests; status is missing; expected available; status of the Pet changes',
  },
  'an invalid key is rejected while': {
    'error-of-401-without-message':
      'failed: burst 1 of 3: each operation, burst 3 of 3: each operation; expected 401 with an Error; message of the Error must be a string; got none',
  },
  'under its own status only': {
    'id-rounded':
      'failed: pet that is available, under status=pending, pet that is pending, under status=available; expected the pet 9007199254740996, which is available, not listed; 9 pets received, and this is one of them; status of the Pet changes',
    'filter-sold-finds-nothing':
      'failed: pet that is sold, under status=sold; expected the pet 33, which is sold, listed; 0 pets received, and not this one; a pet that exists is missing',
  },
  'as many pets as limit': {
    'limit-1-gives-none':
      'failed: limit=1; expected 1 pets, because the store has at least 30; 0 pets received; a page has fewer pets than its limit',
    'limit-1-means-no-limit':
      'failed: limit=1; expected at most 1 pets; 30 pets received for limit=1',
  },
  'returns created pets unchanged': {
    'limit-ignored':
      'failed: without a filter; expected the pet 31 on the page, which shows all pets; 20 pets received, and not this one; a pet that exists is missing',
    'status-missing-in-lists':
      'failed: without a filter, status=available, status=pending, status=sold; expected the pet 31 as returned before; status is missing; expected available; status of the Pet changes',
  },
  'all pets with that status': {
    'filter-misses-the-newest':
      'failed: status=sold; expected the pet 34, which has the status sold; 7 pets received, and not this one; a pet that exists is missing',
  },
  'limit applies after': {
    'page-one-short':
      'failed: status=available and limit=2, status=pending and limit=2, status=sold and limit=2; expected 2 pets, because the store has at least 9 that are available; 1 pets received; a page has fewer pets than its limit',
    'no-default-limit-with-a-filter':
      'failed: status=available without limit, status=pending without limit, status=sold without limit; expected at most 20 pets; 31 pets received for no limit, which means 20',
  },
  'unusual query': {
    'limit-0-is-500': 'advice: query limit=0; expected 200 with Pets, or a status from 400 to 499',
    'list-with-206':
      'failed: query limit=1&limit=2, query limit%5B%5D=1, query status%5Ba%5D=sold; expected 200 with Pets, or an Error',
    'repeated-limit-refused-in-html':
      'failed: query limit=1&limit=2; expected an Error with a status from 400 to 499; the content type must be application/json (section 1); got "text/html"',
  },
  'page without limit': {
    'page-one-short':
      'failed: without limit, with 21 pets or more; expected 20 pets, because the store has at least 30; 19 pets received; a page has fewer pets than its limit',
    'default-limit-25':
      'failed: without limit, with 21 pets or more; expected at most 20 pets; 25 pets received for no limit, which means 20',
  },
  'limit=100 shows': {
    'list-hides-sold-pets':
      'failed: pets that are sold; expected the pet 3, which status=sold shows, on the page, which shows all pets; 23 pets received, and not this one; a pet that exists is missing',
  },
  'some seconds after': {
    'reading-sells':
      'failed: listPets 1 ms later; expected the pet 31 on the page, which shows all pets; 8 pets received, and not this one; a pet that exists is missing',
    'status-missing-when-read':
      'failed: getPet 1 ms later; expected the pet as createPet returned it, at least 1 ms before; status is missing; expected available; status of the Pet changes',
  },
  'name is returned': {
    'name-trimmed': 'advice: name with spaces at both ends; expected the name as it was sent',
    'name-with-quote-is-500':
      'failed: name with quotes, backslashes and escapes; expected 201 with the Pet, or 400 with an Error',
    'name-cut-at-500':
      'failed: name with more than 1,000 characters; expected 201 with the pet as it was sent, and its id; name differs from character 501 on: expected …"long long long long long…", got …"long long lo"; name of the Pet changes',
    'id-from-the-name':
      'failed: name with nothing but ""; expected the pet as createPet returned it; the pet is another one with the id 7; two pets have the same id',
  },
  'no animal can have': {
    'letters-after-an-id-ignored':
      'advice: id of a pet followed by "abc", id of a pet followed by ".5"; expected 404 with an Error',
    'id-below-int64-is-500':
      'failed: petId -9223372036854775809, beyond int64; expected 404 with an Error, or another status from 400 to 499',
    'id-wraps-at-64-bits':
      'failed: id of a pet plus 2^64; expected 404 with an Error, or another status from 400 to 499',
    'bad-escape-in-the-path-in-html':
      'advice: petId with a percent sign that begins no escape; expected an Error with a status from 400 to 499; the content type must be application/json (section 1); got "text/html"',
  },
  'every body that is not': {
    'invalid-utf8-read-as-latin1': 'failed: a name that is not UTF-8; expected 400 with an Error',
    'comments-accepted': 'advice: a comment in the JSON; expected 400 with an Error',
    'number-name-accepted': 'failed: name 0; expected 400 with an Error',
    'status-null-accepted': 'advice: status null; expected 400 with an Error',
  },
  'whatever the request accepts': {
    'html-for-browsers':
      'advice: listPets with the Accept header of a browser; expected 200 with JSON; the content type must be application/json (section 1); got "text/html"',
    'login-page-unless-json-is-asked-for':
      'failed: listPets without a key with Accept: */*; expected 401 with an Error',
  },
  'similar to the valid': {
    'key-compared-by-a-collation':
      'failed: listPets with the valid key in the opposite case; expected 401 with an Error',
    'bytes-beyond-ascii-refused-by-the-server':
      'advice: listPets with a first character of the valid key that is not ASCII; expected 401 with an Error',
  },
  'half a surrogate': {
    'lone-surrogate-is-500':
      'failed: createPet with the escape \\ud83d alone in the name; expected 201 with the Pet, or 400 with an Error',
    'lone-surrogates-replaced':
      'advice: createPet with the escape \\ud83d alone in the name; expected the name as it was sent, or 400 with an Error',
  },
  'whatever else is wrong': {
    'media-type-checked-before-key':
      'failed: createPet with a body of type text/plain without a key, createPet with a body of type text/plain with an invalid key; expected 401 with an Error',
  },
  'bearer token': {
    'word-after-the-key-ignored':
      'failed: listPets with another word after the valid key; expected 401 with an Error',
  },
  'after a request that had one': {
    'any-key-will-do-for-reading': 'failed: getPet with an invalid key; expected 401 with an Error',
  },
  'creates no pet': {
    'key-of-other-length-is-500':
      'failed: createPet with an invalid key is rejected; expected 401 with an Error',
  },
  'whatever its type': {
    'large-body-refused-in-html':
      'failed: body of 130 kB; expected 400 or 413 with an Error; the content type must be application/json (section 1); got "text/html"',
    'byte-order-mark-is-500': 'failed: body with a byte order mark; expected 400 with an Error',
  },
  'with a charset': {
    'json-with-a-charset-refused':
      'failed: Content-Type: application/json; charset=utf-8; expected 201 with the Pet',
  },
  'with any status': {
    'pending-becomes-available':
      'failed: pending; expected 201 with the pet as it was sent, and its id; status is available; expected pending; status of the Pet changes',
  },
  'any key order': {
    'body-read-by-a-pattern':
      'failed: name last, escaped letters, tabs and line breaks; expected 201 with the Pet',
  },
  'every digit': {
    'zero-category-left-out':
      'failed: categoryId 0; expected 201 with the Pet; categoryId of the Pet is required (section 2)',
  },
  'content type application/json': {
    'list-as-html-page':
      'failed: listPets; expected a response in JSON; the content type must be application/json (section 1); got "text/html"',
  },
  'repeats the HTTP status': {
    'error-of-404-without-status':
      'failed: getPet of an unknown id; expected 404 with an Error: code, message, status; status of the Error must repeat the HTTP status 404; got none',
  },
  'as listPets shows it': {
    'status-missing-when-read':
      'failed: the first 5 listed pets; expected the pet as listPets returned it; status is missing; expected available; status of the Pet changes',
  },
  'two equal listPets': {
    'list-starts-twice':
      'failed: limit=100, twice; expected every pet at most once; pets 1 and 2 of 31 have the same id 1; two pets have the same id',
  },
  'the service assigns': {
    'sent-id-in-the-answer':
      'failed: createPet with an unused id, createPet with the id of another pet; expected an id that the service assigned; the id is that of the request',
    'creating-sells-the-pet-before':
      'failed: the other pet is unchanged; expected the pet as before another request sent its id; status is sold; expected available; status of the Pet changes',
  },
  'same pet on every': {
    'sold-pets-not-readable': 'failed: pet that is sold; expected 200 with the Pet',
    'reading-reserves':
      'failed: pet that is available; expected the pet as returned before (second request); status is pending; expected available; status of the Pet changes',
    'status-given-later':
      'advice: pet without a status; expected no status, as createPet returned the pet',
    'name-changes-when-read':
      'failed: pet that is available, pet that is pending, pet that is sold, pet without a status; expected the pet as returned before (second request); name differs from character 7 on: expected "test-1", got "test-1 (2)"; name of the Pet changes',
    'id-counted-on-in-the-answer':
      'failed: pet that is available, pet that is pending, pet that is sold, pet without a status; expected the pet as returned before (first request); the pet is another one with the id 32; two pets have the same id',
  },
  'with another id': {
    'id-rounded':
      'failed: id of a pet minus 1; expected the pet with the id 9007199254740995, or 404; id is 9007199254740996; expected 9007199254740995; getPet returns another pet',
    'negative-id-loses-its-sign':
      'failed: id -1; expected the pet with the id -1, or 404; id is 1; expected -1; getPet returns another pet',
    'error-without-code':
      'failed: id of a pet plus 1, id of a pet plus 2^32, id 0, id -1, id 9223372036854775807, id 9223372036854775806; expected 404 with an Error; code of the Error must be a string; got none',
  },
  'concurrent getPet requests each': {
    'reading-remembers-the-first-pet':
      'failed: 4 concurrent requests; expected the pet with the id 32; id is 31; expected 32; getPet returns another pet',
  },
  'at the end': {
    'status-missing-when-read':
      'failed: created pet number 1; expected the pet as createPet returned it, after all other requests; status is missing; expected available; status of the Pet changes',
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
  const parts = [deciding.map(({ name }) => name).join(', '), `expected ${expected}`, problem];
  expect(words).toContain(`${verdict}: ${parts.flat().join('; ')}`);
});
