/**
 * The least that a server with the same three operations can be, to compare with: ready responses, and
 * no key, check, state or log.
 *
 * `node bench/hello.mjs express` is Express 5 with `res.json` and `express.json`;
 * `node bench/hello.mjs node:http` reads a body and writes ready bytes.
 */
import { createServer } from 'node:http';

const pet = { id: 1, name: 'Rex', categoryId: 2, status: 'available' };
const pets = Array.from({ length: 20 }, (_, index) => ({ ...pet, id: index + 1 }));

async function expressHello() {
  const { default: express } = await import('express');
  const app = express();
  app.get('/pets', (_request, response) => {
    response.json(pets);
  });
  app.get('/pets/:petId', (_request, response) => {
    response.json(pet);
  });
  app.post('/pets', express.json(), (request, response) => {
    response.status(201).json({ id: 51, ...request.body });
  });
  return app;
}

function nodeHello() {
  const list = Buffer.from(JSON.stringify(pets));
  const one = Buffer.from(JSON.stringify(pet));
  const send = (response, status, bytes) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
    response.writeHead(status, headers).end(bytes);
  };
  return (request, response) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => send(response, 201, one));
    } else {
      send(response, 200, request.url.startsWith('/pets/') ? one : list);
    }
  };
}

const server = createServer(process.argv[2] === 'express' ? await expressHello() : nodeHello());
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${server.address().port}`);
});
