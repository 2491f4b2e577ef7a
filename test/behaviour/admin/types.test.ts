import { expect, test } from 'vitest';
import { createSimulator } from '../../../src/index.js';

test('wrong calls do not compile', () => {
  const sandbox = createSimulator().sandbox();
  const never = () => [
    // @ts-expect-error an operation that there isn't
    sandbox.addRule({ operation: 'deletePet', code: 503 }),
    // @ts-expect-error a field that there isn't
    sandbox.addRule({ code: 503, tmies: 2 }),
    // @ts-expect-error a note that there isn't
    sandbox.requests({ note: 'opened' }),
    // @ts-expect-error a profile that there isn't
    sandbox.reset({ profile: 'nice' }),
    // @ts-expect-error a kind of notes that nobody can intend
    sandbox.settings.set({ allow: ['scenario'] }),
    // @ts-expect-error a choice of another point
    sandbox.settings.set({ choose: { 'list-order': 'clamp' } }),
    // @ts-expect-error an identifier that was rounded before
    sandbox.pets.add({ name: 'Rex', categoryId: '1' }),
  ];

  expect(never).toBeTypeOf('function');
});
