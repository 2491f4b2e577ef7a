import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewPetInput } from '../../../src/index.js';
import { create, open } from '../../support/control.js';

const largest = 9_223_372_036_854_775_807n;
const day = 86_400_000;

test('a handle has the URL and the key of its sandbox', async () => {
  const { one, sandbox } = open();

  expect(one).toMatchObject({ url: 'http://localhost/sandboxes/one/v1', apiKey: 'test-key.one' });
  expect(sandbox('default')).toMatchObject({ url: 'http://localhost/v1', apiKey: 'test-key' });
  expect(sandbox().name).not.toBe(sandbox().name);
  expect(() => sandbox('a b')).toThrow('must be 1 to 64 letters, digits, hyphens and underscores');
});

test('lists sandboxes by their last use, and drops them', async () => {
  const { one, other, sandbox, sandboxes, get } = open();
  for (const place of [one, other, sandbox('third')]) {
    await place.reset();
  }
  await get('/pets');
  await other.clearRules();

  const names = (await sandboxes()).map(({ name }) => name);
  await one.drop();
  await one.drop();

  expect(names).toEqual(['default', 'third', 'one', 'other']);
  expect((await sandboxes()).map(({ name }) => name)).toEqual(['default', 'third', 'other']);
});

test('the default sandbox begins anew when it is dropped beside others, and stays', async () => {
  const { one, sandbox } = open();
  await one.reset();
  await sandbox('default').pets.remove(1n);

  await sandbox('default').drop();
  expect(await sandbox('default').pets.list()).toHaveLength(50);
  await sandbox('default').pets.remove(1n);
  expect(await sandbox('default').pets.list()).toHaveLength(49);
});

test('drops a sandbox at the end of its block', async () => {
  const { sandbox, sandboxes } = open();
  {
    await using own = sandbox();
    await own.addRule({ code: 503 });
    expect(await sandboxes()).toHaveLength(2);
  }

  expect(await sandboxes()).toHaveLength(1);
});

test('reading creates no sandbox, nor does a call that is refused', async () => {
  const { one, sandboxes } = open();

  await one.snapshot();
  await one.requests();
  await expect(one.addRule({ body: 'x' })).rejects.toThrow('must have a code');

  expect(await sandboxes()).toHaveLength(1);
});

test('does not assign the identifier of a removed pet, also after a restore', async () => {
  const { one, other } = open();
  await one.reset({ pets: 2 });
  for (const id of [3n, 4n]) {
    await one.pets.add({ id, name: 'Rex', categoryId: 1 });
  }
  await one.pets.remove(3n);
  await other.restore(await one.snapshot());

  for (const place of [one, other]) {
    expect((await place.pets.add({ name: 'Max', categoryId: 1 })).id).toBe(5n);
  }
});

test('pets of a reset or a test that have no identifier get free ones of the id scheme', async () => {
  const { one } = open();
  const rex = { name: 'Rex', categoryId: 1 };
  const reset = (pets: readonly NewPetInput[]) =>
    one.reset({ choices: { 'id-scheme': 'large' }, pets }).then(() => one.pets.list());
  const [first, second] = await reset([rex, rex]);

  const pets = await reset([{ ...rex, id: first?.id ?? 0 }, rex]);

  expect(pets.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  expect((await one.pets.add(rex)).id).toBe((second?.id ?? 0n) + 2n);
});

test('a list and a pet show each change of pets, rules and settings at once', async () => {
  const { one, read } = open();
  await one.reset({ pets: 1 });
  const readPet = async () => {
    const pet = await read('/pets/1');
    expect(await read('/pets')).toBe(`[${pet}]`);
    return pet;
  };
  const before = await readPet();
  const snapshot = await one.snapshot();

  await one.pets.update(1, { name: 'Rex', status: null });
  expect(await readPet()).toMatch(/^{"id":1,"name":"Rex",(?!.*"status")/);
  await one.settings.set({ choices: { 'omitted-status': 'null' } });
  expect(await readPet()).toContain('"status":null');
  await one.settings.set({ choices: { 'extra-response-fields': 'some' } });
  expect(await readPet()).toContain('"createdAt"');
  await one.restore(snapshot);
  expect(await readPet()).toBe(before);
  await one.addRule({ code: 503, times: 1 });
  expect(await read('/pets/1')).toContain('503');
  await one.pets.remove(1);
  expect(await read('/pets/1')).toContain('not_found');
  await one.reset({ pets: 1 });
  expect(await readPet()).toBe(before);
});

test('adds, changes and removes pets, digit for digit', async () => {
  const { one, other, read } = open();
  await one.reset({ pets: 2 });

  const rex = await one.pets.add({ id: largest, name: 'Rex', categoryId: largest });
  const sold = await one.pets.update(largest, { status: 'sold' });
  const next = await one.pets.add({ name: 'Max', categoryId: 1 });
  await one.pets.remove(next.id);
  const last = await one.pets.add({ name: 'Tom', categoryId: 1 });

  expect(rex).toEqual({ id: largest, name: 'Rex', categoryId: largest });
  expect(sold).toEqual({ ...rex, status: 'sold' });
  expect(await one.pets.update(largest, { status: null, categoryId: 0 })).toMatchObject({
    categoryId: 0n,
  });
  expect(await one.pets.update(largest, { categoryId: largest, name: 'Rex' })).toEqual(rex);
  expect([next.id, last.id]).toEqual([3n, 4n]);
  expect((await one.pets.list()).map(({ id }) => id)).toEqual([1n, 2n, largest, 4n]);
  expect(await read(`/pets/${largest}`)).toBe(
    `{"id":${largest},"name":"Rex","categoryId":${largest}}`,
  );
  expect(await other.pets.list()).toHaveLength(50);
  expect(await one.requests()).toHaveLength(1);
});

test('keeps the fields of a changed pet that are beyond the document', async () => {
  const { one, call, read } = open();
  await one.reset({ pets: 0, choices: { 'unknown-field': 'echo' } });
  await call({ ...create, body: '{"name":"Rex","categoryId":1,"weight":1.50}' });

  await one.pets.update(1, { name: 'Max' });

  expect(await read('/pets/1')).toBe('{"id":1,"name":"Max","categoryId":1,"weight":1.50}');
});

test('a choice of a test leaves the others of the simulator', async () => {
  const { one } = open({ profile: 'hostile' });
  const own = { 'list-order': 'newest-first' } as const;
  const { choices } = await one.settings.read();

  await one.reset({ choices: own });
  expect((await one.settings.read()).choices).toEqual({ ...choices, ...own });
  await one.settings.set({ choices: own });
  expect((await one.settings.read()).choices).toEqual({ ...choices, ...own });
});

test('resets to another seed, fixture or profile, and back to the start', async () => {
  const { one, other } = open({ pets: 5 });
  const start = await one.snapshot();
  await one.reset({ seed: 7 });
  await other.reset({ seed: 7 });
  const seeded = await one.pets.list();
  expect(await other.pets.list()).toEqual(seeded);
  await one.reset({ fixture: 'large-ids', profile: 'hostile' });
  const fixture = await one.pets.list();
  await one.addRule({ code: 503 });
  await one.clock.freeze('2030-01-01');
  await one.settings.set({ delay: 1 });

  await one.reset();

  expect(seeded).not.toEqual(fixture);
  expect(seeded).toHaveLength(5);
  expect(await one.snapshot()).toEqual({ ...start, clock: expect.anything() });
  expect((await one.snapshot()).clock.mode).toBe('real');
});

test('settings restore what they leave out, and keep the pets', async () => {
  const { one } = open();
  const start = await one.settings.read();
  const rex = await one.pets.add({ name: 'Rex', categoryId: 1 });

  const hostile = await one.settings.set({
    profile: 'hostile',
    delay: '2-3',
    allow: ['violation', 'open'],
    needs: { Pet: ['id'] },
  });

  expect(hostile).toMatchObject({
    choices: { 'list-order': 'shuffled' },
    delay: { from: 2, to: 3 },
    allow: ['open', 'violation'],
    needs: { Pet: ['id'] },
  });
  expect(await one.settings.read()).toEqual(hostile);
  expect(await one.settings.set({})).toEqual(start);
  expect((await one.pets.list()).at(-1)).toEqual(rex);
});

/** Without both it releases the clock. */
const clockCall = fc.oneof(
  fc.record({ advance: fc.integer({ min: -day, max: day }), freeze: fc.constant(undefined) }),
  fc.record({ advance: fc.constant(undefined), freeze: fc.constantFrom('2030-12-01', undefined) }),
);

test('the clock is where all calls before have set it', async () => {
  const { one } = open();
  await fc.assert(
    fc.asyncProperty(fc.array(clockCall, { maxLength: 6 }), async (calls) => {
      await one.clock.release();
      let frozen: number | undefined;
      let advanced = 0;
      for (const { advance, freeze } of calls) {
        if (advance === undefined) {
          await (freeze === undefined ? one.clock.release() : one.clock.freeze(freeze));
          frozen = freeze === undefined ? undefined : Date.parse(freeze);
          advanced = 0;
        } else {
          await one.clock.advance(advance);
          frozen = frozen === undefined ? undefined : frozen + advance;
          advanced += frozen === undefined ? advance : 0;
        }
      }
      const before = Date.now();
      const { clock } = await one.snapshot();
      const now = Date.parse(clock.now);

      expect(clock).toMatchObject({ mode: frozen === undefined ? 'real' : 'frozen', advanced });
      expect(now).toBeGreaterThanOrEqual(frozen ?? before + advanced);
      expect(now).toBeLessThanOrEqual(frozen ?? Date.now() + advanced);
    }),
    { numRuns: 50 },
  );
});

test('freezes the clock at both ends of its years', async () => {
  const { one } = open();
  for (const at of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    await one.clock.freeze(at);
    expect(await one.clock.now()).toEqual(new Date(at));
  }
});

test('a rule is added, listed with its counts, and removed', async () => {
  const { one, get } = open();
  const headers = { 'Retry-After': '1' };

  const rule = await one.addRule({ operation: 'listPets', code: 503, times: 1, headers });
  await one.addRule({ code: 404, match: { petId: '1' }, headers: {} });
  const statuses = [await get('/pets'), await get('/pets'), await get('/pets/1')];

  expect(statuses).toEqual([503, 200, 404]);
  expect(await one.rules()).toEqual([
    { id: 'rule-2', code: 404, match: { petId: '1' }, applied: 1, tried: 1 },
    { id: 'rule-1', operation: 'listPets', code: 503, times: 1, headers, applied: 1, tried: 1 },
  ]);
  await rule.remove();
  await rule.remove();
  expect(await one.rules()).toHaveLength(1);
  await one.clearRules();
  expect(await one.rules()).toEqual([]);
});

test('a pet with a number beyond all others can be listed, saved and restored', async () => {
  const { one, call } = open({ profile: 'hostile', pets: 0 });
  const extra = '"x":1e400,"y":[-1e400]';
  const { text } = await call({ ...create, body: `{"name":"Rex","categoryId":1,${extra}}` });

  const snapshot = await one.snapshot();
  await one.restore(snapshot);

  expect(snapshot.pets).toMatchObject([{ extra: `{${extra}}` }]);
  expect(await one.pets.list()).toHaveLength(1);
  expect((await call({ path: '/pets' })).text).toContain(text.slice(1, -1));
});
