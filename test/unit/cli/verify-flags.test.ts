import { expect, test } from 'vitest';
import { verifyCommand } from '../../../src/cli/verify.js';

test.for([
  ['--url (or ANIMAL_STORE_URL) is required', { url: undefined }, []],
  ['--api-key (or ANIMAL_STORE_API_KEY) is required', { apiKey: undefined }, []],
  ['--state-map requires --pact or --broker.', { stateMap: 'states.json' }, []],
  ['--publish requires --pact or --broker.', {}, ['--publish']],
  ['--only cannot be used with --pact or --broker.', { pact: ['contracts'], only: ['4.1'] }, []],
  ['a URL without credentials', { broker: 'http://user:secret@localhost' }, []],
  ['set PACT_BROKER_TOKEN', { broker: 'localhost' }, []],
] as const)('wrong usage: %s', async ([message, flags, pactArguments]) => {
  const target = { url: 'http://127.0.0.1:1', apiKey: 'some-key' };

  const error: Error = await verifyCommand.run({ ...target, ...flags }, pactArguments).then(
    () => new Error('no error'),
    (reason) => reason,
  );

  expect(error.message).toContain(message);
  expect(error.message).not.toContain('secret');
});
