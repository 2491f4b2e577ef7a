import { readFileSync } from 'node:fs';
import * as openApiPactComparator from '@pactflow/openapi-pact-comparator';
import { expect, test } from 'vitest';
import { readSpec } from '../behaviour/document/spec.js';
import { shops } from '../integration/contracts/contract-files.js';
import { consumers, getCommittedFile } from './contract.js';

interface Finding {
  readonly type: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly mockDetails?: { readonly interactionDescription?: string };
}

interface Comparison {
  compare(pact: unknown): AsyncIterable<Finding>;
}

/**
 * Its types are written for bundlers: here they lack the export. The version is 1.7, because 2 needs
 * Node.js 22.
 */
const { Comparator } = openApiPactComparator as unknown as {
  readonly Comparator: new (oas: unknown) => Comparison;
};

/** The part of the committed file in which tests plant differences. */
interface Contract {
  readonly interactions: {
    readonly description: string;
    readonly response: { readonly body: { readonly content: object } };
  }[];
}

/** Finds all differences but those of type info, each with its interaction. */
async function findDifferences(
  plant: (contract: Contract) => void,
  file = getCommittedFile(consumers.client),
): Promise<string[]> {
  const pact = JSON.parse(readFileSync(file, 'utf8'));
  plant(pact);
  const found: string[] = [];
  const comparator = new Comparator(readSpec());
  for await (const { type, code, mockDetails } of comparator.compare(pact)) {
    if (type !== 'info') {
      found.push(`${code}: ${mockDetails?.interactionDescription}`);
    }
  }
  return [...new Set(found)];
}

test.each(Object.values(consumers))('the contract of %s matches the spec', async (consumer) => {
  expect(await findDifferences(() => {}, getCommittedFile(consumer))).toEqual([]);
});

test.each(shops)('the recorded contract of $consumer matches the spec', async ({ path }) => {
  expect(await findDifferences(() => {}, path)).toEqual([]);
});

test('finds an id that is a string', async () => {
  const created = 'createPet returns a pet with the status sold as it was sent, with an id';
  const found = await findDifferences(({ interactions }) => {
    const planted = interactions.find(({ description }) => description === created);
    Object.assign(planted?.response.body.content ?? {}, { id: '1' });
  });
  expect(found).toEqual([`response.body.incompatible: ${created}`]);
});
