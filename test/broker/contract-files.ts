import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'lossless-json';
import { root } from './run-program.js';

export const contractName = 'animal-store-client-animal-store.json';
export const committedText = readFileSync(join(root, 'contracts', contractName), 'utf8');

interface PactFile {
  readonly interactions: readonly { readonly description: string; readonly _id?: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt?: string;
  readonly _links?: unknown;
}

/** The descriptions of all interactions. */
export const descriptions = (JSON.parse(committedText) as PactFile).interactions.map(
  ({ description }) => description,
);

/**
 * Parses a contract with every digit, but without the order of its keys, the additions of a broker, and
 * the version of Pact, which the binary replaces when it publishes.
 */
export function parseContract(text: string): unknown {
  const { interactions, metadata, createdAt, _links, ...rest } = parse(text) as PactFile;
  const { pactRust, ...written } = metadata;
  return { ...rest, metadata: written, interactions: interactions.map(({ _id, ...own }) => own) };
}
