import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { readBodyText } from '../../src/engine/interface/message.js';
import { maxKept, RecentPages } from '../../src/engine/pets/pages.js';
import { engineOf, exchangeOn } from './engine.js';

const create = { method: 'POST', path: '/v1/pets', body: '{"name":"Rex","categoryId":2}' };
const list = (query = '') => ({ path: '/v1/pets', query });

test('shares the bytes of a page between responses', () => {
  const engine = engineOf(resolveChoices('default'));
  const [first, second] = [exchangeOn(engine, list()), exchangeOn(engine, list())];
  expect(first.reply.body).toEqual([expect.any(Uint8Array)]);
  expect(second.reply.body).toBe(first.reply.body);
});

test('writes a page again once the catalogue has changed', () => {
  const engine = engineOf(resolveChoices('default'));
  exchangeOn(engine, list('limit=100'));
  exchangeOn(engine, create);
  expect(readBodyText(exchangeOn(engine, list('limit=100')).reply.body)).toContain('"Rex"');
});

test('shares the bytes of large pets between all pages', () => {
  const engine = engineOf(resolveChoices('hostile', { 'list-order': 'newest-first' }));
  const name = '\u20ac'.repeat(20_000);
  exchangeOn(engine, { ...create, body: JSON.stringify({ name, categoryId: 2 }) });
  const buffers = ['limit=1', 'limit=2'].map((query) => {
    const { body } = exchangeOn(engine, list(query)).reply;
    expect(JSON.parse(readBodyText(body))[0]).toMatchObject({ name, tags: ['simulated'] });
    return (body as Uint8Array[])
      .map(({ buffer }) => buffer)
      .find((part) => part.byteLength > 60_000);
  });
  expect(buffers[0]).toBeDefined();
  expect(buffers[1]).toBe(buffers[0]);
});

test('shares no page between different queries', () => {
  const engine = engineOf(resolveChoices('default'));
  const bodies = ['limit=1', 'limit=2', 'status=sold', 'status=pending'].map((query) =>
    readBodyText(exchangeOn(engine, list(query)).reply.body),
  );
  expect(new Set(bodies).size).toBe(bodies.length);
});

test('keeps pages up to a limit in bytes', () => {
  const recent = new RecentPages();
  for (const size of [maxKept, 200_000, ...Array.from({ length: 500 }, () => 100_000)]) {
    recent.add([new Uint8Array(size)]);
  }
  expect(recent.size).toBeLessThanOrEqual(maxKept);
  expect(recent.size).toBeGreaterThan(maxKept / 2);
});
