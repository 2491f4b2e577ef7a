import { expect, test } from 'vitest';
import { serviceOf } from './open-provider.js';
import { reachService, runNamedCheck } from './reach.js';

/** By words of a requirement, what it finds of providers: cases, what they expect, and what is wrong. */
const found: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'array of pets for each status': {
    'At the start there are 150 pets, all sold.':
      'passed: status=available and 3 more; expected undefined',
    'The filter available shows pending pets too.':
      'failed: status=available; expected only pets with the status available; pet 2 of 16 with the status pending',
  },
  'create separate pets': {
    'The id is a hash of the name, so equal names share it.':
      'failed: createPet at once and 1 more; expected a unique id; the id is that of another pet',
  },
  'each get their own': {
    'The Error of 401 has no message.':
      'failed: requests at once; expected 401 with an Error; message of the Error must be a string; got none',
    'A pet that is read has no status.':
      'failed: requests at once; expected the requested pet, beside other requests; the status none instead of pending',
  },
  'as many pets as limit': {
    'A limit of 1 gives an empty page.':
      'failed: no filter and 3 more; expected 1 pets, because a page with limit 100 has 45; 0 pets received',
  },
  'all pets with that status': {
    'A filter never shows the pet that was created last.':
      'failed: status=pending; expected the pet 30, which has the status pending; 7 pets received, and not this one',
    'A list without a filter has no sold pets.':
      'failed: status=sold; expected the pet 3, which status=sold shows; 23 pets received, and not this one',
  },
  'unusual query': {
    'A negative limit fails with 500.':
      'advice: query limit=-1; expected 200 with Pets, or a status from 400 to 499',
    'A limit of 101 aborts a transaction, and each later list fails with 500.':
      'failed: query limit=101; expected 200 with Pets, or a status from 400 to 499; since this request, GET /pets returns 500',
    'A list that is only a part is answered with 206.':
      'failed: query limit=1&limit=2 and 2 more; expected 200 with Pets, or an Error',
  },
  'at the end': {
    'A pet that is read has no status.':
      'failed: getPet of each pet; expected the pet as createPet returned it, after all other requests; the status none instead of available',
  },
  'name and categoryId are returned': {
    'A pet of category 0 is accepted and shown without a category.':
      'failed: name with letters beyond ASCII, categoryId 0; expected 201 with the Pet, or 400 with an Error; categoryId of the Pet is required (section 2)',
    'A name with a single quote fails with 500.':
      'failed: name in quotes with two spaces and escapes, categoryId 128 and 1 more; expected 201 with the Pet, or 400 with an Error',
  },
  'with another id': {
    'Ids are above 2^53 and written through a double, so the last digits are lost.':
      'failed: id of a pet minus 1; expected the pet with the id 9007199254740995, or 404; the id 9007199254740996 instead of 9007199254740995',
    'For an unknown id of -1, pet 1 is read.':
      'failed: petId -1; expected the pet with the id -1, or 404; the id 1 instead of -1',
    'A petId is read without spaces around it.':
      'advice: id of a pet between spaces and 1 more; expected 404 with an Error',
    'For an unknown id that is larger by 2^64 than that of a pet, that pet is read.':
      'failed: id of a pet plus 2^64; expected 404 with an Error, or another status from 400 to 499',
  },
  'returned as they were sent': {
    'A name of more than 255 characters is refused with 413.':
      'advice: long name; expected 201 with the Pet',
  },
  'every body that is not': {
    'A body is accepted with a line break within a name.':
      'failed: a line break within a name; expected 400 with an Error',
    'A name is accepted: a number, and stays a number.':
      'failed: name 0; expected 400 with an Error',
    'A category of 5,000 digits is stored as Infinity, and no list can be written.':
      'failed: categoryId 1e400; expected 400 with an Error; since this request, GET /pets returns 500',
    'The body null ends the process.':
      'failed: the body null; expected 400 with an Error; since this request, GET /pets gets no response',
  },
  'content type application/json': {
    'A list is an HTML page for the User-Agent of a browser.':
      'failed: listPets as a browser asks; expected 200 with JSON; the content type must be application/json (section 1); got "text/html"',
    'A list is an HTML page.':
      'failed: listPets with Accept: */* and 2 more; expected 200 with JSON; the content type must be application/json (section 1); got "text/html"',
  },
  'similar to the valid': {
    'Accepted as the key: one in the other case.':
      'failed: listPets with the valid key in the opposite case; expected 401 with an Error',
  },
  'whatever else is wrong': {
    'Without the key a body that is not declared as JSON is refused with 415.':
      'advice: createPet with plain text with an invalid API key; expected 401 with an Error',
    'Without the key, a list with a limit out of range is refused with 400.':
      'failed: GET /pets?limit=0&status=eaten with an invalid API key; expected 401 with an Error',
  },
  'creates no pet': {
    'Without the key, a creation is refused with 401, and the pet is in the list.':
      'failed: no pet from any of them, and one from the next; expected no pet from a rejected request; the list has one, with the id 31',
  },
  'whatever its type': {
    'A body of more than 100 kB is refused with 413 and an HTML page.':
      'advice: body of 130 kB; expected 400 with an Error; the content type must be application/json (section 1); got "text/html"',
  },
  'unless it is sent as a bearer token': {
    'Accepted in place of a bearer token: access_token in a query.':
      'failed: listPets with the valid key only in the query; expected 401 with an Error',
  },
  'as clients send it': {
    'A body declared as Application/JSON is refused with 400.':
      'advice: Content-Type: Application/JSON; expected 201 with the Pet',
    'A body in chunks is lost: it has no length.':
      'failed: a body in chunks; expected 201 with the Pet',
    'A body in chunks is refused with 411 and an HTML page.':
      'advice: a body in chunks; expected 411 with an Error; the content type must be application/json (section 1); got "text/html"',
    'A body is refused with 400 when its name does not come first.':
      'failed: name last, escaped letters, tabs, line breaks and a charset; expected 201 with the Pet',
  },
  'as listPets shows it': {
    'A pet that is read has no status.':
      'failed: the first 5 listed pets, and the first again; expected the pet as listPets returned it; the status none instead of available',
  },
  'the service assigns': {
    'A client that sends an id gets that id.':
      'failed: createPet with an unused id, and a field "$set" and 1 more; expected an id that the service assigned; the id is that of the request',
  },
};

const rows = Object.entries(found).flatMap(([requirement, providers]) =>
  Object.entries(providers).map(([provider, words]) => ({ requirement, provider, words })),
);

test.each(rows)('"$requirement" and $provider', async ({ requirement, provider, words }) => {
  const reached = reachService(new (serviceOf(provider))());
  await reached.send({ method: 'GET', path: '/pets' });

  const { verdict, cases } = await runNamedCheck(requirement, reached);

  const deciding = cases.filter((one) => one.verdict === verdict);
  const { expected, problem = [] } = deciding[0]?.evidence ?? {};
  const more = deciding.length > 1 ? ` and ${deciding.length - 1} more` : '';
  const parts = [`${deciding[0]?.name}${more}`, `expected ${expected}`, problem];
  expect(`${verdict}: ${parts.flat().join('; ')}`).toBe(words);
});

test('an accepted request without the key is one cause, also where its pet shows', async () => {
  const name = 'Accepted in place of a bearer token: anything in the Authorization header.';
  const provider = reachService(new (serviceOf(name))());

  const { cases } = await runNamedCheck('creates no pet', provider);

  const titles = cases.flatMap(({ evidence }) => evidence?.cause.title ?? []);
  expect(new Set(titles)).toEqual(new Set(['a request without the valid key does not get 401']));
});
