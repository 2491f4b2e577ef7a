// The same service after `verify`: each "verify:" names what the natural one got wrong.
import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { isInteger, parse } from 'lossless-json';

const apiKey = process.env.API_KEY ?? 'test-key';
const statuses = ['available', 'pending', 'sold'];
/** From the id, as in a path, to the pet. */
const pets = new Map();

const fail = (status, code, message) => Object.assign(new Error(message), { status, code });
const unauthorized = () => fail(401, 'unauthorized', 'Missing or invalid API key');
// verify: Fastify's own errors have the fields code, error, message and statusCode.
const sendError = (error, _request, reply) => {
  const status = error.status ?? error.statusCode ?? 500;
  const { code = 'internal_error', message } = error;
  reply.code(status).send({ code, message, status });
};

const sha256 = (text) => createHash('sha256').update(text).digest();
const isAllowed = ({ headers }) => {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(key), sha256(apiKey));
};

const app = Fastify({
  // An id of more than 100 characters, and a path that cannot be decoded, never reach the hooks.
  routerOptions: { maxParamLength: 16_384 },
  frameworkErrors: (error, request, reply) =>
    sendError(isAllowed(request) ? error : unauthorized(), request, reply),
});
app.addHook('onRequest', async (request) => {
  if (!isAllowed(request)) {
    throw unauthorized();
  }
});
app.setErrorHandler(sendError);
app.setNotFoundHandler(() => {
  throw fail(404, 'not_found', 'No such resource');
});

// verify: JSON.parse rounds integers beyond 2^53; a BigInt keeps every digit.
const parseNumber = (text) => (isInteger(text) ? BigInt(text) : Number(text));
app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request, body) => {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(body), null, parseNumber);
  } catch {
    throw fail(400, 'bad_request', 'the body must be JSON');
  }
});

// verify: Fastify's schemas turn "1", true and null into integers, and 42 into a name.
function readNewPet(body) {
  const { name, categoryId, status } = body ?? {};
  if (typeof name !== 'string') {
    throw fail(400, 'bad_request', 'name must be a string');
  }
  if (typeof categoryId !== 'bigint' || BigInt.asIntN(64, categoryId) !== categoryId) {
    throw fail(400, 'bad_request', 'categoryId must be an int64 integer');
  }
  if (status !== undefined && !statuses.includes(status)) {
    throw fail(400, 'bad_request', `status must be one of ${statuses.join(', ')}`);
  }
  // verify: `...body` also took the client's id.
  return { name, categoryId, status };
}

const petSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string' },
  },
};
const pageQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    status: { enum: statuses },
  },
};
const listSchema = {
  querystring: pageQuery,
  response: { 200: { type: 'array', items: petSchema } },
};

app.get('/v1/pets', { schema: listSchema }, async ({ query }) =>
  [...pets.values()]
    .filter((pet) => query.status === undefined || pet.status === query.status)
    .slice(0, query.limit),
);

app.post('/v1/pets', { schema: { response: { 201: petSchema } } }, async (request, reply) => {
  const newPet = readNewPet(request.body);
  const pet = { id: pets.size + 1, ...newPet };
  pets.set(String(pet.id), pet);
  return reply.code(201).send(pet);
});

app.get('/v1/pets/:petId', { schema: { response: { 200: petSchema } } }, async ({ params }) => {
  const pet = pets.get(params.petId);
  if (pet === undefined) {
    throw fail(404, 'not_found', 'No pet has this id');
  }
  return pet;
});

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
