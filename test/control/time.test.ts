import { expect } from 'vitest';
import { callService, controlled } from './open.js';

const read = { path: '/pets/1' };
const end = '2030-12-05T00:00:00Z';
const day = 86_400_000;

controlled('getPet ends by the clock and the choices of its sandbox', async (open) => {
  const simulator = await open({ clock: '2030-01-01' });
  const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
  const statusIn = async (place: typeof sandbox) =>
    (await callService(simulator, place, read)).status;

  expect(await statusIn(sandbox)).toBe(200);
  await sandbox.clock.freeze('2030-12-06T00:00:00Z');
  expect(await statusIn(sandbox)).toBe(410);
  await sandbox.settings.set({ profile: 'hostile' });
  expect(await statusIn(sandbox)).toBe(404);
  await sandbox.settings.set({ choose: { 'after-sunset': 'available' } });
  expect(await statusIn(sandbox)).toBe(200);
  await sandbox.settings.set({});
  expect(await statusIn(sandbox)).toBe(410);

  expect(await statusIn(other)).toBe(200);
  expect(await sandbox.requests({ note: 'after-sunset' })).toHaveLength(4);
  const counted = await sandbox.count({ note: 'deprecated', operation: 'getPet' });
  expect(counted).toEqual({ count: 5 });
});

controlled('advancing the clock passes the end of getPet, and returns', async (open) => {
  const simulator = await open({ clock: '2030-12-01' });
  const sandbox = simulator.sandbox();

  await sandbox.clock.advance(30 * day);
  expect((await callService(simulator, sandbox, read)).status).toBe(410);
  await sandbox.clock.advance(-30 * day);

  expect((await callService(simulator, sandbox, read)).status).toBe(200);
  expect(await sandbox.clock.now()).toEqual(new Date('2030-12-01T00:00:00Z'));
});

controlled('a clock shows the first and the last instant of four-digit years', async (open) => {
  const { clock } = (await open()).sandbox();

  for (const instant of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    await clock.freeze(instant);
    expect((await clock.now()).toISOString()).toBe(instant);
  }
});

controlled('a frozen clock stands still until it is released', async (open) => {
  const sandbox = (await open()).sandbox();

  await sandbox.clock.freeze(new Date(end));
  expect(await sandbox.clock.now()).toEqual(new Date(end));
  await sandbox.clock.advance(1);
  expect(await sandbox.clock.now()).toEqual(new Date('2030-12-05T00:00:00.001Z'));
  await sandbox.clock.freeze();
  expect(await sandbox.clock.now()).toEqual(new Date('2030-12-05T00:00:00.001Z'));
  const before = Date.now();
  await sandbox.clock.release();

  const now = (await sandbox.clock.now()).getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

controlled(
  'an advanced real clock runs on, and a release returns it to real time',
  async (open) => {
    const sandbox = (await open()).sandbox();
    const before = Date.now();

    await sandbox.clock.advance(day);
    await sandbox.clock.advance(day);

    const advanced = (await sandbox.clock.now()).getTime();
    expect(advanced).toBeGreaterThanOrEqual(before + 2 * day);
    expect(advanced).toBeLessThanOrEqual(Date.now() + 2 * day);
    await sandbox.clock.release();
    expect((await sandbox.clock.now()).getTime()).toBeLessThanOrEqual(Date.now());
  },
);

controlled('a reset restores the clock of the simulator', async (open) => {
  const sandbox = (await open({ clock: end })).sandbox();
  await sandbox.clock.release();

  await sandbox.reset();

  expect(await sandbox.clock.now()).toEqual(new Date(end));
});

controlled('rejects a clock beyond the year 9999, and keeps it', async (open) => {
  const sandbox = (await open({ clock: end })).sandbox();

  await expect(sandbox.clock.advance(1.5)).rejects.toThrow(
    'advance of the body must be a whole number',
  );
  for (let time = 0; time < 29; time += 1) {
    await sandbox.clock.advance(8_640_000_000_000);
  }
  const before = await sandbox.clock.now();
  await expect(sandbox.clock.advance(8_640_000_000_000)).rejects.toThrow('the years 0000 to 9999');

  expect(await sandbox.clock.now()).toEqual(before);
  await sandbox.restore(await sandbox.snapshot());
  expect(await sandbox.clock.now()).toEqual(before);
});

controlled('the journal records real time', async (open) => {
  const simulator = await open({ clock: '2001-01-01' });
  const sandbox = simulator.sandbox();
  const before = Date.now();

  await callService(simulator, sandbox, read);

  const [exchange] = await sandbox.requests();
  expect(Date.parse(String(exchange?.time))).toBeGreaterThanOrEqual(before);
});
