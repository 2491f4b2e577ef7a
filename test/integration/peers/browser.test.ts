import { expect, test, vi } from 'vitest';
import { createSimulator, type OfflineSimulator, UsageError } from '../../../src/browser.js';
import * as server from '../../../src/index.js';
import { fixtureNames } from '../../../src/options/fixture-names.js';
import { optionNames, optionTable } from '../../../src/options/table.js';

/** The text of a list, with the simulator's key. */
async function list({ fetch, apiKey }: Pick<OfflineSimulator, 'fetch' | 'apiKey'>, query = '') {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await fetch(`http://localhost/v1/pets${query}`, { headers })).text();
}

test.for([
  {},
  { seed: 7, pets: 60 },
  { profile: 'hostile' },
  { apiKey: 'my-key', choices: { 'list-order': 'newest-first' } },
  ...fixtureNames.map((fixture) => ({ fixture })),
] as const)('lists the same pets as a server with %o', async (options) => {
  const expected = await list(server.createSimulator(options), '?limit=100');

  expect(await list(createSimulator(options), '?limit=100')).toBe(expected);
});

const needsServer = optionNames.filter(
  (name) =>
    optionTable[name].group === 'Deployment' ||
    ['port', 'host', 'logLevel', 'logFormat', 'pact'].includes(name),
);

test.for([...needsServer, 'config'])('refuses the option %s, which requires Node.js', (name) => {
  expect(() => createSimulator({ [name]: 'any' })).toThrow(
    new UsageError(
      `The option ${name} requires Node.js. Remove it, or import createSimulator from 'animal-store-simulator'.`,
    ),
  );
});

test.for([
  [{ fixture: 'pets.json' }, /^The option fixture must be one of default, .*; got "pets.json"\.$/],
  [{ sed: 7 }, /^The option sed is unknown\./],
  [{ profile: 'hostle' }, /^The option profile must be .*; got "hostle"\. Did you mean/],
] as const)('refuses the options %o', ([options, message]) => {
  expect(() => createSimulator(options as object)).toThrow(message);
});

test.for(['Request', 'TextDecoder'])('says what an environment without %s needs', (name) => {
  vi.stubGlobal(name, undefined);

  expect(() => createSimulator()).toThrow(/no Fetch API .* use the environment jest-fixed-jsdom/);
});

test('resets to another seed', async () => {
  const simulator = createSimulator();

  await simulator.sandbox('default').reset({ seed: 7, pets: 3 });

  expect(await list(simulator)).toBe(await list(server.createSimulator({ seed: 7, pets: 3 })));
});
