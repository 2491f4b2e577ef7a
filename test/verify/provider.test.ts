import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { reach, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

test('fails an unknown pet that is answered with a page', async () => {
  const { fetch } = createSimulator();
  const provider = reach(async (input, init) => {
    const response = await fetch(input, init);
    const isPet = /\/pets\/\d+$/.test(String(input));
    return isPet && response.status === 404
      ? new Response('<h1>Not found</h1>', response)
      : response;
  });

  const result = await runNamedCheck(
    'every response is JSON with the content type application/json',
    provider,
  );

  expect(decidingCase(result)).toMatchObject({
    name: 'getPet of an unknown id with Accept: */*',
    verdict: 'failed',
    evidence: { received: '404 <h1>Not found</h1>' },
  });
});

test('shows the words of a page without the white space between them', async () => {
  const headers = { 'content-type': 'text/html;charset=utf-8' };
  const page = '<html>\n  <title>\n\tParserError</title>\n';
  const provider = reach(async () => new Response(page, { status: 500, headers }));

  await expect(provider.list()).rejects.toThrow('got 500 <html> <title> ParserError</title>');
});

test('names the Error that a rejected creation lacks', async () => {
  const refuse = async () => Response.json([], { status: 400 });
  const provider = reach(refuse);

  await expect(provider.offer({ name: 'Rex', categoryId: 1n })).rejects.toThrow('an Error');
});

test('creates one pet for each category that it needs', async () => {
  const provider = reach(createSimulator().fetch);

  for (const categoryId of [1n, 2n, 1n, 2n]) {
    await provider.withCategory(categoryId);
  }

  expect(provider.pets.map(({ categoryId }) => categoryId)).toEqual([1n, 2n]);
});

test.each([
  [{ limit: 1 }, 'at most 1 pets', '2 pets for limit=1'],
  [{ status: 'sold' }, 'only pets with the status sold', 'pet 2 of 2 with the status none'],
] as const)('shows what is wrong with the page of %j', async (query, expected, problem) => {
  const pet = { name: 'Rex', categoryId: 1 };
  const page = [
    { id: 1, ...pet, status: 'sold' },
    { id: 2, ...pet },
  ];
  const provider = reach(async () => Response.json(page));

  await expect(provider.list(query)).rejects.toMatchObject({
    evidence: { expected, problem },
  });
});
