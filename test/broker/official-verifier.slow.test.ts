import { expect, test } from 'vitest';
import { profileNames } from '../../src/index.js';
import { contractName, promises } from './contract-files.js';
import {
  type Provider,
  startProvider,
  startWithoutFilter,
  verifyOfficially,
} from './official-verifier.js';

/** The contract as a running simulator serves it. */
const fromSimulator = ({ simulator }: Provider) => [
  '--url',
  `${simulator.origin}/__admin/contracts/${contractName}`,
];

test.for(profileNames)(
  "the official verifier, given only the simulator's own addresses, passes it in the profile %s",
  async (profile) => {
    const provider = await startProvider({ profile });

    const { code, held, broken, output } = await verifyOfficially(
      provider,
      fromSimulator(provider),
    );

    expect(broken, output).toEqual([]);
    expect(held).toEqual([...promises].sort());
    expect(code).toBe(0);
  },
);

test('the official verifier finds the promises that a provider without the filter breaks', async () => {
  const provider = await startWithoutFilter();

  const { code, broken } = await verifyOfficially(provider, fromSimulator(provider));

  expect(code).toBe(1);
  expect(broken).toContain('a list of sold pets has only pets with the status sold');
});
