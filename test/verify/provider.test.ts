import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { reach, reachService } from './reach.js';

test('describes where a redirect leads', async () => {
  const provider = reach(
    async () => new Response('', { status: 302, headers: { location: '/x' } }),
  );

  await expect(provider.list()).rejects.toThrow('got 302 to /x (an empty body)');
});

test('shows the words of a page without the white space between them', async () => {
  const headers = { 'content-type': 'text/html;charset=utf-8' };
  const page = '<html>\n  <title>\n\tParserError</title>\n';
  const provider = reach(async () => new Response(page, { status: 500, headers }));

  await expect(provider.list()).rejects.toThrow('got 500 <html> <title> ParserError</title>');
});

test('creates one pet for each category that it needs', async () => {
  const provider = reach(createSimulator().fetch);

  for (const categoryId of [1n, 2n, 1n, 2n]) {
    await provider.withCategory(categoryId);
  }

  expect(provider.pets.map(({ categoryId }) => categoryId)).toEqual([1n, 2n]);
});

test('a short request has a command that repeats it, and a long one has none', async () => {
  const provider = reachService();
  const repeat = async (name: string) => {
    const exchange = await provider.post(provider.createNewPet({ name }));
    return provider.failure(exchange, { expected: '400' }).evidence.curl;
  };

  expect(await repeat('Rex')).toContain('"name":"Rex"');
  expect(await repeat('x'.repeat(5_000))).toBeUndefined();
});
