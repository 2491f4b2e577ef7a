import { readFileSync } from 'node:fs';
import * as openApiPactComparator from '@pactflow/openapi-pact-comparator';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { committedFile } from './contract.js';

interface Finding {
  readonly type: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly mockDetails?: { readonly interactionDescription?: string };
}

interface Comparison {
  compare(pact: unknown): AsyncIterable<Finding>;
}

/**
 * Its own types are written for bundlers: here they come without what they export. The version is 1.7, as
 * 2 requires Node.js 22.
 */
const { Comparator } = openApiPactComparator as unknown as {
  readonly Comparator: new (oas: unknown) => Comparison;
};

/** The committed file, as far as differences are planted in it. */
interface Contract {
  readonly interactions: {
    readonly description: string;
    readonly request: { path: string; query?: Record<string, string[]> };
    readonly response: { status: number; body: { content: Record<string, unknown> } };
  }[];
}

const spec = readFileSync(new URL('../../spec/animal-store.openapi.yaml', import.meta.url), 'utf8');
const contract = readFileSync(committedFile, 'utf8');

/** Every finding but those of type info, each with the promise it is about. */
async function findings(plant: (contract: Contract) => void = () => {}): Promise<string[]> {
  const pact = JSON.parse(contract);
  plant(pact);
  const found: string[] = [];
  const comparator = new Comparator(parse(spec));
  for await (const { type, code, mockDetails } of comparator.compare(pact)) {
    if (type !== 'info') {
      found.push(`${code}: ${mockDetails?.interactionDescription}`);
    }
  }
  return [...new Set(found)];
}

function interaction({ interactions }: Contract, promise: string) {
  const found = interactions.find(({ description }) => description === promise);
  if (found === undefined) {
    throw new Error(`The contract has no promise "${promise}".`);
  }
  return found;
}

test('the contract and the spec agree', async () => {
  expect(await findings()).toEqual([]);
});

const created = 'a new pet with the status sold comes back with its values and an identifier';
const filtered = 'a list of sold pets has only pets with the status sold';
const notFound = 'a pet that does not exist is not found';

test('an identifier that is a string in the contract would be found', async () => {
  const found = await findings((planted) => {
    interaction(planted, created).response.body.content.id = '1';
  });
  expect(found).toEqual([`response.body.incompatible: ${created}`]);
});

test('an unknown status in the contract would be found', async () => {
  const found = await findings((planted) => {
    interaction(planted, filtered).request.query = { status: ['eaten'] };
  });
  expect(found).toEqual([`request.query.incompatible: ${filtered}`]);
});

test('an unknown path in the contract would be found', async () => {
  const found = await findings((planted) => {
    interaction(planted, filtered).request.path = '/animals';
  });
  expect(found).toEqual([`request.path-or-method.unknown: ${filtered}`]);
});

test('an HTTP status in the contract that the spec lacks would be found', async () => {
  const found = await findings((planted) => {
    interaction(planted, notFound).response.status = 410;
  });
  expect(found).toEqual([`response.status.unknown: ${notFound}`]);
});
