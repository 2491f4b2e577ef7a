/**
 * Calls without a network: `node bench/in-process.mjs msw` and `… simulator` print how many a second
 * each responds to, after a warm-up, as JSON.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const seconds = 1;
const origin = 'http://localhost/v1';
const key = { Authorization: 'Bearer test-key' };
const body = JSON.stringify({ name: 'Rex', categoryId: 2, status: 'available' });
const calls = {
  list: ['/pets', { headers: key }],
  get: ['/pets/1', { headers: key }],
  create: [
    '/pets',
    { method: 'POST', headers: { ...key, 'Content-Type': 'application/json' }, body },
  ],
};

async function openMsw() {
  const require = createRequire(new URL('peers/package.json', import.meta.url));
  const load = (path) => import(pathToFileURL(require.resolve(path)).href);
  const { http, HttpResponse } = await load('msw');
  const { setupServer } = await load('msw/node');
  const pet = { id: 1, ...JSON.parse(body) };
  const pets = Array.from({ length: 20 }, (_, index) => ({ ...pet, id: index + 1 }));
  setupServer(
    http.get(`${origin}/pets`, () => HttpResponse.json(pets)),
    http.get(`${origin}/pets/:petId`, () => HttpResponse.json(pet)),
    http.post(`${origin}/pets`, async ({ request }) =>
      HttpResponse.json({ ...(await request.json()), id: 51 }, { status: 201 }),
    ),
  ).listen();
  return fetch;
}

async function openSimulator() {
  const { createSimulator } = await import('../dist/index.js');
  return createSimulator().fetch;
}

async function measure(call, [path, init]) {
  let count = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const response = await call(origin + path, init);
    await response.arrayBuffer();
    count += 1;
  }
  return count / seconds;
}

const call = process.argv[2] === 'msw' ? await openMsw() : await openSimulator();
const results = {};
for (const [name, request] of Object.entries(calls)) {
  await measure(call, request);
  results[name] = await measure(call, request);
}
console.log(JSON.stringify(results));
process.exit();
