// The service as one writes it in half an hour.
import Fastify from 'fastify';

const apiKey = process.env.API_KEY ?? 'test-key';
const pets = [];
const app = Fastify();

const status = { enum: ['available', 'pending', 'sold'] };
const pageOfPets = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
};
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string' }, categoryId: { type: 'integer' }, status },
};

app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${apiKey}`) {
    return reply
      .code(401)
      .send({ code: 'unauthorized', message: 'Missing or invalid API key', status: 401 });
  }
});

app.get('/v1/pets', { schema: { querystring: pageOfPets } }, async ({ query }) =>
  pets
    .filter((pet) => query.status === undefined || pet.status === query.status)
    .slice(0, query.limit),
);

app.post('/v1/pets', { schema: { body: newPet } }, async (request, reply) => {
  const pet = { id: pets.length + 1, ...request.body };
  pets.push(pet);
  return reply.code(201).send(pet);
});

app.get('/v1/pets/:petId', async (request, reply) => {
  const pet = pets.find(({ id }) => id === Number(request.params.petId));
  return (
    pet ?? reply.code(404).send({ code: 'not_found', message: 'No pet has this id', status: 404 })
  );
});

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
