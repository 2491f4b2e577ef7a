import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import {
  createContextWith,
  createPets,
  createProviderWith,
  runNamedCheck,
} from './check-context.js';
import { decidingCase } from './results.js';

test('fails an unknown pet that is answered with a page', async () => {
  const { fetch } = createSimulator();
  const context = createContextWith(async (input, init) => {
    const response = await fetch(input, init);
    const isPet = /\/pets\/\d+$/.test(String(input));
    return isPet && response.status === 404
      ? new Response('<h1>Not found</h1>', response)
      : response;
  });

  const result = await runNamedCheck(
    'every response is JSON with the content type application/json',
    context,
  );

  expect(decidingCase(result)).toMatchObject({
    name: 'getPet of an unknown id',
    verdict: 'failed',
    evidence: { received: '404 <h1>Not found</h1>' },
  });
});

test('describes where a redirect leads', async () => {
  const store = createPets(
    createProviderWith(async () => new Response('', { status: 302, headers: { location: '/x' } })),
  ).store;

  await expect(store.list()).rejects.toThrow('got 302 to /x (an empty body)');
});

test('names the Error that a rejected creation lacks', async () => {
  const refuse = async () => Response.json([], { status: 400 });
  const store = createPets(createProviderWith(refuse)).store;

  await expect(store.offer({ name: 'Rex', categoryId: 1n })).rejects.toThrow('an Error');
});

test('creates one pet for each category that it needs', async () => {
  const pets = createPets(createProviderWith(createSimulator().fetch));

  for (const categoryId of [1n, 2n, 1n, 2n]) {
    await pets.withCategory(categoryId);
  }

  expect(pets.created.map(({ categoryId }) => categoryId)).toEqual([1n, 2n]);
});
