import { expect, test } from 'vitest';
import { formatRoute, parseRoute } from '../../src/console/router.js';

test.for([
  ['traffic', undefined, {}],
  ['traffic', 'default', {}],
  ['traffic', 'checkout-7', { status: '404', note: 'open' }],
  ['pets', 'default', { name: '?#&=%/ 🐕' }],
] as const)('finds the way back to %s of %s', ([view, sandbox, parameters]) => {
  const route = parseRoute(formatRoute(view, sandbox, parameters));

  expect([route.view, route.sandbox]).toEqual([view, sandbox]);
  expect(Object.fromEntries(route.parameters)).toEqual(parameters);
});

test.for(['', '#', '#/', '#/?sandbox='])('chooses no sandbox at %j', (hash) => {
  expect(parseRoute(hash)).toMatchObject({ view: '', sandbox: undefined });
});
