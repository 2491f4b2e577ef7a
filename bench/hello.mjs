/**
 * The least that a server with the same three operations can be, to compare with: ready answers, and
 * no key, check, state or log.
 *
 * `node bench/hello.mjs express` is Express 5 with `res.json` and `express.json`;
 * `node bench/hello.mjs node:http` writes ready texts.
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
  const list = JSON.stringify(pets);
  const one = JSON.stringify(pet);
  const send = (response, status, text) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': text.length };
    response.writeHead(status, headers).end(text);
  };
  return (request, response) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => send(response, 201, one));
    } else {
      send(response, 200, request.url === '/pets' ? list : one);
    }
  };
}

const server = createServer(process.argv[2] === 'express' ? await expressHello() : nodeHello());
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${server.address().port}`);
});
