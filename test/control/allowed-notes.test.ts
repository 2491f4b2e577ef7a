import { expect } from 'vitest';
import { callService, controlled } from './open.js';

const nameless = { method: 'POST', path: '/pets', body: '{"categoryId":1}' };

controlled('allows no note until a sandbox sets it, and only there', async (open) => {
  const simulator = await open();
  const [form, other] = [simulator.sandbox(), simulator.sandbox()];
  expect(await form.settings.read()).toMatchObject({ allow: [] });

  const settings = await form.settings.set({ allow: ['violation', 'open', 'violation'] });

  expect(settings.allow).toEqual(['open', 'violation']);
  expect(await form.settings.read()).toEqual(settings);
  expect((await other.settings.read()).allow).toEqual([]);
});

controlled('settings without allow allow nothing', async (open) => {
  const sandbox = (await open()).sandbox();
  await sandbox.settings.set({ allow: ['violation'] });

  expect(await sandbox.settings.set({ profile: 'strict' })).toMatchObject({ allow: [] });
});

controlled('a reset allows only what it sets', async (open) => {
  const sandbox = (await open()).sandbox();
  const allow = async () => (await sandbox.settings.read()).allow;

  await sandbox.reset({ profile: 'hostile', allow: ['deprecated'] });
  expect(await allow()).toEqual(['deprecated']);
  expect((await sandbox.settings.read()).choices['list-order']).toBe('shuffled');
  await sandbox.reset();

  expect(await allow()).toEqual([]);
});

controlled('a dropped sandbox allows nothing when used again', async (open) => {
  const sandbox = (await open()).sandbox();
  await sandbox.settings.set({ allow: ['open'] });

  await sandbox.drop();

  expect((await sandbox.settings.read()).allow).toEqual([]);
});

controlled('a restore keeps the allowed notes', async (open) => {
  const simulator = await open();
  const [form, other] = [simulator.sandbox(), simulator.sandbox()];
  await form.settings.set({ allow: ['violation'] });
  const snapshot = await form.snapshot();

  await other.restore(snapshot);
  await form.restore(await other.snapshot());

  expect(snapshot).not.toHaveProperty('allow');
  expect((await other.settings.read()).allow).toEqual([]);
  expect((await form.settings.read()).allow).toEqual(['violation']);
});

controlled('responses and journal still have allowed notes', async (open) => {
  const simulator = await open();
  const [form, other] = [simulator.sandbox(), simulator.sandbox()];
  const unintended = await callService(simulator, other, nameless);
  await form.settings.set({ allow: ['open', 'deprecated', 'violation'] });

  const answered = await callService(simulator, form, nameless);

  expect(answered).toEqual(unintended);
  expect(answered.notes).toContain('violation;section=');
  const [recorded] = await form.requests({ note: 'violation' });
  expect(recorded?.notes).toEqual((await other.requests())[0]?.notes);
});

controlled('a sandbox allows its own notes and those of the simulator', async (open) => {
  const sandbox = (await open({ allow: ['deprecated', 'unknown-query'] })).sandbox();
  const allow = async () => (await sandbox.settings.read()).allow;
  expect(await allow()).toEqual(['deprecated', 'unknown-query']);

  await sandbox.settings.set({ allow: ['violation'] });
  expect(await allow()).toEqual(['deprecated', 'violation', 'unknown-query']);
  await sandbox.reset({ allow: ['empty-name'] });

  expect(await allow()).toEqual(['deprecated', 'unknown-query', 'empty-name']);
});
