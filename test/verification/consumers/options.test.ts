import { expect, test } from 'vitest';
import { readSelector } from '../../../src/broker/pacts.js';
import { checkPactOptions } from '../../../src/cli/verify-pact-options.js';
import { listPactFiles } from '../../../src/verification/consumers/pact-sources.js';

const pact = ['shop.json'];

test.each([
  [{ selector: ['mainBranch'] }, '--selector requires --pact or --broker.'],
  [{ stateMap: 'a.json' }, '--state-map requires --pact or --broker.'],
  [{ pact, only: ['4.2'] }, '--only concerns the requirements of the interface, which --pact'],
  [{ pact, enablePending: true }, '--enable-pending requires --broker.'],
  [{ broker: true, enablePending: true }, '--enable-pending requires --provider-branch: a pact is'],
  [
    { broker: true, includeWipSince: '2026-02-30', providerBranch: 'main' },
    '--include-wip-since must be a date such as 2026-01-31; got "2026-02-30".',
  ],
  [{ pact, publishResults: true }, '--publish-results requires --provider-version.'],
  [
    { pact, publishResults: true, providerVersion: '1' },
    '--publish-results requires --broker, or --pact with a URL',
  ],
])('%j is refused', (flags, message) => {
  expect(() => checkPactOptions(flags)).toThrow(message);
});

test('a pact that does not exist is refused', () => {
  expect(() => listPactFiles(['nothing'])).toThrow(
    'There is no pact nothing. Name a pact file, or a folder of files that end in .json.',
  );
});

test.each([
  ['deployedOrReleased', { deployedOrReleased: true }],
  ['branch=feature/x=y', { branch: 'feature/x=y' }],
  ['environment=production', { environment: 'production' }],
  ['{"branch":"main","consumer":"shop"}', { branch: 'main', consumer: 'shop' }],
])('reads the selector %s', (text, selector) => {
  expect(readSelector(text)).toEqual(selector);
});

test.each(['main', 'branch=', '[]', '{'])('refuses the selector %s', (text) => {
  expect(() => readSelector(text)).toThrow('--selector must be mainBranch, deployedOrReleased,');
});
