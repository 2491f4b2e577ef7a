import { expect, test } from 'vitest';
import { profileNames } from '../../../src/index.js';
import { descriptions, parts } from './contract-files.js';
import {
  type Provider,
  startProvider,
  startWithoutFilter,
  verifyOfficially,
} from './official-verifier.js';

/** The contract as a running simulator serves it. */
const fromSimulator = ({ simulator }: Provider) =>
  parts.flatMap(({ name }) => ['--url', `${simulator.origin}/__admin/contracts/${name}`]);

test.for(profileNames)(
  "the official verifier passes the simulator with only the simulator's URLs (profile %s)",
  async (profile) => {
    const provider = await startProvider({ profile });

    const { code, passed, failed, output } = await verifyOfficially(
      provider,
      fromSimulator(provider),
    );

    expect(failed, output).toEqual([]);
    expect(passed).toEqual(descriptions);
    expect(code).toBe(0);
  },
);

test('the official verifier fails a provider without the status filter', async () => {
  const provider = await startWithoutFilter();

  const { code, failed } = await verifyOfficially(provider, fromSimulator(provider));

  expect(code).toBe(1);
  expect(failed).toContain('the status filter sold returns only pets with the status sold');
});
