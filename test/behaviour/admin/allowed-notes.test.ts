import { expect, test } from 'vitest';
import { create, list, open } from '../../support/control.js';

const nameless = { ...create, body: '{"categoryId":1}' };

test('a sandbox allows its own notes and those of the simulator', async () => {
  const { one, other } = open({ allow: ['deprecated', 'unknown-query'] });
  const allow = async () => (await one.settings.read()).allow;

  await one.settings.set({ allow: ['violation', 'violation'] });
  expect(await allow()).toEqual(['deprecated', 'violation', 'unknown-query']);
  await one.reset({ allow: ['empty-name'] });
  expect(await allow()).toEqual(['deprecated', 'unknown-query', 'empty-name']);
  await one.settings.set({ profile: 'strict' });
  expect(await allow()).toEqual(['deprecated', 'unknown-query']);
  expect((await other.settings.read()).allow).toEqual(await allow());
});

test('a restore keeps the allowed notes, the needs and the name of the test', async () => {
  const { simulator, one, other } = open();
  await one.reset({ test: 'a test' });
  const ofTest = { allow: ['violation'], needs: { Pet: ['id'] } } as const;
  await one.settings.set(ofTest as never);
  const snapshot = await one.snapshot();

  await other.restore(snapshot);
  await one.restore(await other.snapshot());

  expect((await other.settings.read()).allow).toEqual([]);
  expect(await one.settings.read()).toMatchObject(ofTest);
  expect(await simulator.sandboxes()).toContainEqual(expect.objectContaining({ test: 'a test' }));
});

test('responses and journal still have allowed notes', async () => {
  const { one, other, call } = open();
  const unexpected = await call(nameless, other);
  await one.settings.set({ allow: ['open', 'deprecated', 'violation'] });

  const answer = await call(nameless);

  expect(answer.text).toEqual(unexpected.text);
  expect(answer.headers.get('simulator-notes')).toContain('violation;section=');
  expect(await one.requests({ note: 'violation' })).toHaveLength(1);
});

test('shows the test that uses a sandbox, without keys, until another one does', async () => {
  const { simulator, one, call } = open({ apiKey: 'secret-of-mine' });
  await one.reset({ test: 'sends <a> secret-of-mine' });
  await call(list);
  const [exchange] = await one.requests();
  await one.reset({ seed: 7 });
  const names = async () => (await simulator.sandboxes()).map(({ test: name }) => name);

  expect(exchange?.test).toBe('sends <a> ***');
  expect(await names()).toEqual([undefined, 'sends <a> ***']);
  await one.reset({ test: 'x'.repeat(256) });
  expect(await names()).toEqual([undefined, 'x'.repeat(256)]);
});
